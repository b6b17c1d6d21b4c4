// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of fragments (specification, section 5.5).
struct FragmentRuleTests {
    static let cases = [
        RuleCase(
            .fragmentNameUniqueness,
            valid: ["{ dog { ...A ...B } } fragment A on Dog { name } fragment B on Dog { barks }"],
            invalid: ["{ dog { ...A } } fragment A on Dog { name } fragment A on Dog { barks }"]),
        RuleCase(
            .fragmentSpreadTypeExistence,
            valid: ["{ dog { ...A ... on Dog { barks } ... { name } } } fragment A on Dog { name }"],
            invalid: ["{ dog { ...A } } fragment A on Unknown { name }", "{ dog { ... on Unknown { name } } }"]),
        RuleCase(
            .fragmentsOnCompositeTypes,
            valid: [
                "{ pet { ...A ...B } } fragment A on Dog { name } fragment B on Pet { name }",
                "{ catOrDog { ... on CatOrDog { __typename } } }",
            ],
            invalid: [
                "{ dog { ...A } } fragment A on Int { name }", "{ dog { ... on Command { name } } }",
                "{ dog { ... on Filter { name } } }",
            ]),
        RuleCase(
            .fragmentsMustBeUsed,
            valid: ["{ dog { ...A } } fragment A on Dog { ...B } fragment B on Dog { name }"],
            invalid: [
                "{ dog { name } } fragment A on Dog { name }",
                "{ dog { name } } fragment A on Dog { ...B } fragment B on Dog { name }",
            ]),
        RuleCase(
            .fragmentSpreadTargetDefined,
            valid: ["{ dog { ...A } } fragment A on Dog { name }"],
            invalid: ["{ dog { ...A } }", "{ dog { ... on Dog { ...A } } }"]),
        RuleCase(
            .fragmentSpreadsMustNotFormCycles,
            valid: [
                "{ dog { ...A ...B } } fragment A on Dog { ...C } fragment B on Dog { ...C } fragment C on Dog { name }"
            ],
            invalid: [
                "{ dog { ...A } } fragment A on Dog { name ...A }",
                "{ dog { ...A } } fragment A on Dog { name ...B } fragment B on Dog { barks ...A }",
                "{ dog { ...A } } fragment A on Dog { owner { ...B } } "
                    + "fragment B on Human { name pets { ... on Dog { ...A } } }",
            ]),
        RuleCase(
            .fragmentSpreadIsPossible,
            valid: [
                "{ dog { ... on Dog { name } ... on Pet { name } ... on CatOrDog { ... on Cat { meows } } } }",
                "{ pet { ...A } } fragment A on Named { name ... on Cat { meows } }",
                "{ catOrDog { ... on Pet { name } } }",
            ],
            invalid: [
                "{ dog { ... on Cat { meows } } }", "{ human(id: 1) { ... on Pet { name } } }",
                "{ catOrDog { ... on Human { name } } }", "{ dog { ...A } } fragment A on Cat { name }",
                "{ pet { ... on HumanOrNothing { __typename } } }",
            ]),
    ]

    @Test(arguments: cases)
    func `a document follows the rule of fragments, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }

    @Test func `a cycle is reported once, at the spread that closes it`() throws {
        let text = "{ dog { ...A } }\nfragment A on Dog { ...B }\nfragment B on Dog {\n  ...A\n}"
        let errors = try Document(parsing: text).errors(against: Fixture.schema.get())
        #expect(errors.map(\.message) == ["Validation error of type FragmentCycle: Fragment cycles not allowed: A, B"])
        #expect(errors.map(\.locations) == [[.init(line: 4, column: 3)]])
    }
}
