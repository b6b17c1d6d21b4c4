// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of values (specification, section 5.6).
struct ValueRuleTests {
    static let cases = [
        RuleCase(
            .valuesOfCorrectType,
            valid: [
                "{ arguments { int(value: -2147483648) float(value: 1) string(value: \"a\") boolean(value: true) } }",
                "{ arguments { float(value: 1.5e3) id(value: \"a\") command(value: SIT) ints(value: [1, null]) } }",
                "{ arguments { id(value: 99999999999999999999) int(value: null) ints(value: 1) } }",
                "{ find(anything: {a: [1, \"b\", C], d: null}) }", "{ find(filters: {name: \"a\"}) }",
                "query q($a: Int) { find(anything: {a: $a}) }", "{ dog(color: BROWN) { name } }",
            ],
            invalid: [
                "{ arguments { int(value: \"1\") } }", "{ arguments { int(value: 1.0) } }",
                "{ arguments { int(value: 2147483648) } }", "{ arguments { int(value: true) } }",
                "{ arguments { intRequired(value: null) } }", "{ arguments { intsRequired(value: [1, null]) } }",
                "{ arguments { float(value: \"1\") } }", "{ arguments { float(value: 1e999) } }",
                "{ arguments { string(value: 1) } }", "{ arguments { string(value: A) } }",
                "{ arguments { boolean(value: 1) } }", "{ arguments { boolean(value: \"true\") } }",
                "{ arguments { id(value: 1.5) } }", "{ arguments { id(value: true) } }",
                "{ arguments { command(value: \"SIT\") } }", "{ arguments { command(value: JUMP) } }",
                "{ arguments { command(value: true) } }", "{ arguments { ints(value: [1, \"2\"]) } }",
                "{ find(filter: \"a\") }", "{ find(filters: [{name: \"a\"}, null]) }",
                "{ find(filter: {and: [{eq: \"1\"}]}) }", "query q($a: Int = \"1\") { arguments { int(value: $a) } }",
                "query q($a: Int! = null) { arguments { int(value: $a) } }", "{ dog { name @skip(if: 1) } }",
            ]),
        RuleCase(
            .inputObjectFieldNames,
            valid: ["{ find(filter: {name: \"a\", not: {eq: 1}}) }"],
            invalid: [
                "{ find(filter: {unknown: 1}) }", "{ find(filter: {not: {unknown: 1}}) }",
                "query q($a: Filter = {unknown: 1}) { find(filter: $a) }",
            ]),
        RuleCase(
            .inputObjectFieldUniqueness,
            valid: ["{ find(filter: {name: \"a\", eq: 1}) }"],
            invalid: ["{ find(filter: {name: \"a\", name: \"a\"}) }", "{ find(filter: {not: {eq: 1, eq: 2}}) }"]),
        RuleCase(
            .inputObjectRequiredFields,
            valid: ["mutation { createDog(input: {name: \"a\", owner: {name: \"b\"}}) { name } }"],
            invalid: [
                "mutation { createDog(input: {color: WHITE}) { name } }",
                "mutation { createDog(input: {name: \"a\", owner: {age: 1}}) { name } }",
                "query q($a: [OwnerInput] = [{age: 1}]) { find(anything: [$a]) }",
            ]),
    ]

    @Test(arguments: cases)
    func `a document follows the rule of values, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }

    @Test func `a scalar type of the schema accepts what its rule accepts`() throws {
        let even = ScalarRule { if case .int(let number) = $0, number % 2 == 0 { $0 } else { nil } }
        let options = ValidationOptions(scalars: ScalarRules(["Anything": even]))
        #expect(try Fixture.messages(of: "{ find(anything: 2) }", options: options).isEmpty)
        #expect(
            try Fixture.messages(of: "{ find(anything: 3) }", options: options) == [
                "Validation error of type WrongType: argument 'anything' with value '3' is not a valid 'Anything' @ "
                    + "'find'"
            ])
    }
}
