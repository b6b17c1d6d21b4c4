// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import Testing

@testable import GatehouseData

@Suite(.tags(.security))
struct MutationRedactionTests {
    /// The hidden fields of `A`, by the rules of two models and the type of the relation.
    private func hidden(
        _ own: String, _ other: String, type: String = "B", model: String = "@model"
    ) throws -> Set<String> {
        let api = try Fixture.api(
            """
            type A \(model) @auth(rules: [\(own)]) { b: \(type) @hasOne }
            type B @model @auth(rules: [\(other)]) { name: String }
            """)
        return api.redactedFields(of: try #require(api.model("A")))
    }

    private static let signedIn = "{ allow: private }"
    private static let owner = "{ allow: owner }"
    private static let admin = "{ allow: groups, groups: [\"Admin\"] }"

    @Test(arguments: [
        (signedIn, signedIn, false), (owner, owner, true), (admin, admin, false), (admin, "\(admin), \(owner)", true),
        (owner, admin, false), ("\(signedIn), \(owner)", signedIn, false),
        ("{ allow: custom }", "{ allow: custom }", true),
    ])
    func `a relation is hidden where the readers of both models differ`(
        own: String, other: String, isHidden: Bool
    ) throws {
        #expect(try hidden(own, other) == (isHidden ? ["b"] : []))
    }

    @Test
    func `a required relation and a model without subscriptions show the relation`() throws {
        #expect(try hidden(Self.owner, Self.owner, type: "B!") == [])
        #expect(try hidden(Self.owner, Self.owner, model: "@model(subscriptions: null)") == [])
    }

    @Test
    func `a field with rules of its own is hidden`() throws {
        let api = try Fixture.api(
            """
            type A @model @auth(rules: [{ allow: owner }]) {
              open: Int
              secret: Int @auth(rules: [{ allow: owner }])
            }
            """)
        #expect(api.redactedFields(of: try #require(api.model("A"))) == ["secret"])
    }
}
