// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of variables (specification, section 5.8).
struct VariableRuleTests {
    static let cases = [
        RuleCase(
            .variableUniqueness,
            valid: [
                "query a($x: Int) { arguments { int(value: $x) } } query b($x: Int) { arguments { int(value: $x) } }"
            ],
            invalid: ["query a($x: Int, $x: Int) { arguments { int(value: $x) } }"]),
        RuleCase(
            .variablesAreInputTypes,
            valid: ["query a($x: [Filter!]!, $y: Command, $z: Anything) { find(filters: $x, anything: [$y, $z]) }"],
            invalid: [
                "query a($x: Dog) { find(anything: $x) }", "query a($x: [Pet!]) { find(anything: $x) }",
                "query a($x: CatOrDog) { find(anything: $x) }", "query a($x: Unknown) { find(anything: $x) }",
            ]),
        RuleCase(
            .allVariableUsesDefined,
            valid: [
                "query a($x: Int) { ...A } fragment A on Query { arguments { int(value: $x) } }",
                "query a($x: Boolean!) { dog { name @skip(if: $x) } }",
            ],
            invalid: [
                "{ arguments { int(value: $x) } }", "{ ...A } fragment A on Query { arguments { int(value: $x) } }",
                "{ dog { name @skip(if: $x) } }", "{ find(filter: {and: [{eq: $x}]}) }",
                "query a($x: Int) { ...A } query b { ...A } fragment A on Query { arguments { int(value: $x) } }",
                "{ find(anything: [{a: $x}]) }", "query @marked(label: $x) { cat { name } }",
            ]),
        RuleCase(
            .allVariablesUsed,
            valid: [
                "query a($x: Int) { find(filter: {and: [{eq: $x}]}) }", "query a($x: Int) { find(anything: [$x]) }",
            ],
            invalid: [
                "query a($x: Int) { cat { name } }",
                "query a($x: Int) { ...A } query b($x: Int) { cat { name } } "
                    + "fragment A on Query { arguments { int(value: $x) } }",
            ]),
        RuleCase(
            .allVariableUsagesAreAllowed,
            valid: [
                "query a($x: Int!) { arguments { int(value: $x) } }",
                "query a($x: Int = 1) { arguments { intRequired(value: $x) } }",
                "query a($x: Int) { arguments { intWithDefault(value: $x) } }",
                "query a($x: [Int!]!) { arguments { ints(value: $x) } }",
                "query a($x: Int) { arguments { ints(value: [$x]) } }",
                "query a($x: Boolean = false) { dog { name @skip(if: $x) } }",
            ],
            invalid: [
                "query a($x: Int) { arguments { intRequired(value: $x) } }",
                "query a($x: Int = null) { arguments { intRequired(value: $x) } }",
                "query a($x: String) { arguments { int(value: $x) } }",
                "query a($x: Int) { arguments { float(value: $x) } }",
                "query a($x: Int) { arguments { ints(value: $x) } }",
                "query a($x: [Int]) { arguments { int(value: $x) } }",
                "query a($x: [Int]!) { arguments { intsRequired(value: $x) } }",
                "query a($x: Int) { arguments { intsRequired(value: [$x]) } }",
                "query a($x: String) { find(filter: {eq: $x}) }",
                "query a($x: ID) { arguments { string(value: $x) } }",
                "query a($x: Boolean) { dog { name @skip(if: $x) } }",
                "query a($x: String) { ...A } fragment A on Query { arguments { int(value: $x) } }",
            ]),
    ]

    @Test(arguments: cases)
    func `a document follows the rule of variables, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }

    @Test(arguments: [
        "query a($x: ID!) { arguments { string(value: $x) } }", "query a($x: String!) { human(id: $x) { name } }",
    ])
    func `an option lets identifiers be strings`(_ text: String) throws {
        #expect(try Fixture.messages(of: text).count == 1)
        #expect(try Fixture.messages(of: text, options: ValidationOptions(mixesIDAndString: true)).isEmpty)
    }

    @Test func `every rule has a case`() {
        let cases =
            OperationRuleTests.cases + FieldRuleTests.cases + FieldRuleTests.argumentCases + FragmentRuleTests.cases
            + ValueRuleTests.cases + DirectiveRuleTests.cases + VariableRuleTests.cases
        // FieldSelectionMergingTests has the cases of the remaining rule.
        let rules = Set(cases.map(\.rule)).union([.fieldSelectionMerging])
        #expect(rules == Set(ValidationRule.allCases))
        #expect(cases.allSatisfy { !$0.valid.isEmpty && !$0.invalid.isEmpty })
    }
}
