// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseModelGenerator
import Testing

/// Rules in the description of a model.
@Suite struct RuleTests {
    private static let all = "operations: [.create, .update, .delete, .read]"
    private static let owner =
        #"rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, \#(all))"#
    private static let admin =
        #"rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Admin"], provider: .userPools, \#(all))"#

    /// The rules of the document "Set up authorization rules", and the generated ones.
    private static let documented: [(String, [String])] = [
        ("{ allow: owner }", [owner]),
        (
            "{ allow: owner, operations: [create, delete] } { allow: private, operations: [read, update] }",
            [
                owner.replacing(all, with: "operations: [.create, .delete]"),
                "rule(allow: .private, provider: .userPools, operations: [.update, .read])",
            ]
        ),
        (#"{ allow: groups, groups: ["Admin"] }"#, [admin]),
        (
            #"{ allow: groups, groups: ["Admin"], operations: [create, delete] } { allow: private, operations: [read] }"#,
            [
                admin.replacing(all, with: "operations: [.create, .delete]"),
                "rule(allow: .private, provider: .userPools, operations: [.read])",
            ]
        ),
        (#"{ allow: owner }, { allow: groups, groups: ["Admin"] }"#, [owner, admin]),
        ("{ allow: public }", ["rule(allow: .public, provider: .apiKey, \(all))"]),
        ("{ allow: public, provider: iam }", ["rule(allow: .public, provider: .iam, \(all))"]),
        ("{ allow: private }", ["rule(allow: .private, provider: .userPools, \(all))"]),
        ("{ allow: private, provider: iam }", ["rule(allow: .private, provider: .iam, \(all))"]),
        (
            #"{ allow: owner, provider: oidc, identityClaim: "sub" }"#,
            [#"rule(allow: .owner, ownerField: "owner", identityClaim: "sub", provider: .oidc, \#(all))"#]
        ),
        (
            #"{ allow: groups provider: oidc groups: ["Admin"] groupClaim: "https://myapp.com/claims/groups" }"#,
            [
                "rule(allow: .groups, groupClaim: \"https://myapp.com/claims/groups\", groups: [\"Admin\"], "
                    + "provider: .oidc, \(all))"
            ]
        ),
        (
            "{ allow: owner } { allow: public, provider: apiKey, operations: [read] }",
            [owner, "rule(allow: .public, provider: .apiKey, operations: [.read])"]
        ),
    ]

    /// What the original loses or writes in a way that does not compile.
    private static let improved: [(String, [String])] = [
        ("{ allow: private, provider: identityPool }", ["rule(allow: .private, provider: .iam, \(all))"]),
        ("{ allow: custom }", ["rule(allow: .custom, provider: .function, \(all))"]),
        (
            "{ allow: private, operations: [get, list, sync, listen, search] }",
            ["rule(allow: .private, provider: .userPools, operations: [.read])"]
        ),
        (
            #"{ allow: groups, groupsField: "teams" }"#,
            [
                "rule(allow: .groups, groupClaim: \"cognito:groups\", groupsField: \"teams\", provider: .userPools, "
                    + "\(all))"
            ]
        ),
        (
            #"{ allow: owner, ownerField: "author", identityClaim: "username" }"#,
            [owner.replacing(#""owner""#, with: #""author""#)]
        ),
    ]

    @Test(arguments: documented + improved)
    func `rules have their provider and their operations`(rules: String, expected: [String]) throws {
        let schema = "type YourModel @model @auth(rules: [\(rules)]) { id: ID! }"
        let lines = try Fixture.lines("YourModel+Schema.swift", of: schema)
        #expect(lines.filter { $0.hasPrefix("rule(") } == expected)
    }

    @Test func `a model without rules has none in its description`() throws {
        let lines = try Fixture.lines("YourModel+Schema.swift", of: "type YourModel @model { id: ID! }")
        #expect(!lines.contains { $0.contains("authRules") })
    }

    @Test func `a join model has the rules of both sides, each once`() throws {
        let schema = """
            type A @model @auth(rules: [{ allow: owner }, { allow: private }]) { bs: [B] @manyToMany(relationName: "AB") }
            type B @model @auth(rules: [{ allow: private }, { allow: public }]) { as: [A] @manyToMany(relationName: "AB") }
            """
        let rules = try Fixture.lines("AB+Schema.swift", of: schema).filter { $0.hasPrefix("rule(") }
        #expect(
            rules.map { $0.prefix(21) } == ["rule(allow: .owner, o", "rule(allow: .private,", "rule(allow: .public, "])
    }
}
