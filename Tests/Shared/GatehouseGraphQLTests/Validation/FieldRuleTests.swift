// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of fields and arguments (specification, sections 5.3 and 5.4).
struct FieldRuleTests {
    static let cases = [
        RuleCase(
            .fieldSelections,
            valid: [
                "{ dog { name __typename } }", "{ pet { name __typename } }", "{ catOrDog { __typename } }",
                "{ catOrDog { ... on Pet { name } ... on Dog { barks } } }", "{ __schema { types { name } } }",
                "{ __type(name: \"Dog\") { kind } __typename }",
            ],
            invalid: [
                "{ dog { meows } }", "{ unknown }", "{ pet { nickname } }", "{ catOrDog { name } }",
                "{ dog { ... { color } } }", "{ dog { __schema { types { name } } } }", "{ dog { __other } }",
                "mutation { __type(name: \"Dog\") { name } }", "{ a: dog { b: unknown } }",
            ]),
        RuleCase(
            .leafFieldSelections,
            valid: ["{ dog { barks } }", "{ arguments { int } pets { name } }"],
            invalid: [
                "{ dog { barks { sinceWhen } } }", "{ dog }", "{ pets }", "{ catOrDog }",
                "{ arguments { command { __typename } } }",
            ]),
    ]

    @Test(arguments: cases)
    func `a document follows the rule of fields, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }

    static let argumentCases = [
        RuleCase(
            .argumentNames,
            valid: ["{ dog { doesKnow(command: SIT) } }", "{ dog { name @marked(label: \"a\", weight: 2) } }"],
            invalid: [
                "{ dog { doesKnow(command: SIT, unknown: 1) } }", "{ dog { name(a: 1) } }",
                "{ dog { name @marked(label: \"a\", other: 2) } }", "{ dog { name @once(if: true) } }",
            ]),
        RuleCase(
            .argumentUniqueness,
            valid: ["{ arguments { two(one: 1, other: 2) } }"],
            invalid: [
                "{ arguments { two(one: 1, other: 2, one: 1) } }",
                "{ dog { name @marked(label: \"a\", label: \"a\") } }",
            ]),
        RuleCase(
            .requiredArguments,
            valid: [
                "{ arguments { intRequired(value: 1) int } }", "{ arguments { intWithDefault } }",
                "{ pets { name } human(id: 1) { name } }",
            ],
            invalid: [
                "{ arguments { intRequired } }", "{ human { name } }", "{ arguments { two(one: 1) } }",
                "{ dog { name @marked } }", "{ dog { name @skip } }",
            ]),
    ]

    @Test(arguments: argumentCases)
    func `a document follows the rule of arguments, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }

    @Test func `without introspection, no type has its fields but __typename`() throws {
        let options = ValidationOptions(allowsIntrospection: false)
        #expect(try Fixture.messages(of: "{ __typename dog { __typename } }", options: options).isEmpty)
        #expect(
            try Fixture.messages(of: "{ __schema { types { name } } }", options: options) == [
                "Validation error of type FieldUndefined: Field '__schema' in type 'Query' is undefined @ '__schema'"
            ])
    }
}
