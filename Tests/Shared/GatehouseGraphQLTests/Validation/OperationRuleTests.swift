// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of documents and operations (specification, sections 5.1 and 5.2).
struct OperationRuleTests {
    static let cases = [
        RuleCase(
            .executableDefinitions,
            valid: ["query name { cat { name } } fragment F on Cat { name } query other { cat { ...F } }"],
            invalid: [
                "{ cat { name } } type Extra { name: String }", "{ cat { name } } extend type Cat { color: String }",
                "{ cat { name } } directive @new on FIELD", "{ cat { name } } schema { query: Query }",
            ]),
        RuleCase(
            .operationNameUniqueness,
            valid: ["query one { cat { name } } query other { cat { name } }"],
            invalid: [
                "query one { cat { name } } query one { cat { meows } }",
                "query one { cat { name } } subscription one { catCreated { name } }",
            ]),
        RuleCase(
            .loneAnonymousOperation,
            valid: ["{ cat { name } }", "query one { cat { name } } query other { cat { name } }"],
            invalid: ["{ cat { name } } query other { cat { name } }"]),
        RuleCase(
            .singleRootField,
            valid: [
                "subscription one { catCreated { name } }",
                "subscription one { ...F } fragment F on Subscription { catCreated { name meows } }",
                "subscription one { catCreated { name } ...F } fragment F on Subscription { catCreated { meows } }",
                "subscription one { catCreated { name } dogCreated @skip(if: true) { name } }",
            ],
            invalid: [
                "subscription one { catCreated { name } dogCreated { name } }",
                "subscription one { ...F } fragment F on Subscription { catCreated { name } dogCreated { name } }",
                "subscription one { __typename }",
                "subscription one($a: Boolean!) { catCreated { name } dogCreated @skip(if: $a) { name } }",
                "subscription one { catCreated { name } ... on Subscription { other: catCreated { name } } }",
            ]),
    ]

    @Test(arguments: cases)
    func `a document follows the rule of operations, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }

    @Test func `an operation without a root type in the schema is refused`() throws {
        let schema = try Schema(parsing: "type Query { a: Int }")
        let errors = try Document(parsing: "mutation { a }").errors(against: schema)
        #expect(
            errors.map(\.message) == [
                "Validation error of type UnknownOperation: The schema has no mutation operations"
            ])
    }
}
