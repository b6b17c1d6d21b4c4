// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseData

/// Objects of models that functions return: the function decides about records, rules about fields and relations.
@Suite(.hangLimit)
struct ReturnedRecordTests {
    private static let schema = """
        type Query { top: [Post] @function(name: "top") box: Box @function(name: "box") }
        type Box { post: Post }
        type Post @model(subscriptions: null) @auth(rules: [{ allow: owner }]) {
          title: String
          salary: Int @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admin"] }])
          comments: [Comment] @hasMany
        }
        type Comment @model(subscriptions: null) @auth(rules: [{ allow: owner }]) { text: String }
        """

    private func api(_ result: String) async throws -> LiveAPI {
        let value = try WireValue(foreignJSON: result.utf8)
        return try await LiveAPI(Self.schema, functions: ScriptedFunctions { _ throws(TriggerFailure) in value })
    }

    @Test
    func `a caller sees the fields without rules of their own, and the others as in a stored record`() async throws {
        let api = try await api(
            #"[{"id": "1", "title": "a", "salary": 5, "owner": "b1::bob"}, null, {"id": "2", "salary": 6}]"#)
        let document = "{ top { id title salary owner } }"
        let response = try await api.response(document, by: .bob)
        #expect(
            LiveAPI.text(response["data"] ?? .null) == """
                {"top":[{"id":"1","title":"a","salary":5,"owner":"bob"},null,\
                {"id":"2","title":null,"salary":null,"owner":null}]}
                """)
        #expect(try await api.errors(document, by: .bob) == ["Unauthorized"])
        #expect(try await api.errors(document, by: .alice) == ["Unauthorized", "Unauthorized"])
        #expect(try await api.errors(document, by: .admin) == [])
    }

    @Test(arguments: [("top", #"[{"id": "1"}]"#), ("box { post", #"{"post": {"id": "1"}}"#)])
    func `a relation of a returned record has the related records that the caller may read`(
        field: String, result: String
    ) async throws {
        let api = try await api(result)
        for (caller, text) in [(Caller.alice, "a"), (.bob, "b")] {
            _ = try await api.data(
                "mutation { createComment(input: { text: \"\(text)\", postCommentsId: \"1\" }) { id } }", by: caller)
        }
        let answer = await api.answer(
            "{ \(field) { id comments { items { text } } }\(field == "top" ? "" : " }") }", by: .alice)
        #expect(answer.contains(#"{"id":"1","comments":{"items":[{"text":"a"}]}}"#))
        #expect(!answer.contains("errors"))
    }

    @Test
    func `the rules of a field hold for a record inside a plain object`() async throws {
        let api = try await api(#"{"post": {"id": "1", "salary": 5, "owner": "b1::bob"}}"#)
        #expect(try await api.errors("{ box { post { salary } } }", by: .alice) == ["Unauthorized"])
        #expect(await api.answer("{ box { post { salary } } }", by: .bob) == #"{"data":{"box":{"post":{"salary":5}}}}"#)
    }
}
