// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// The first thing that an app does: its users keep their own records.
@Suite(.hangLimit, .tags(.security))
struct MainPathTests {
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: owner }]) { title: String! done: Boolean }
        """

    private func todos() async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema)
        _ = try await api.data(#"mutation { createTodo(input: { id: "1", title: "Milk" }) { id } }"#, by: .alice)
        return api
    }

    @Test
    func `a new record gets its creator as owner and the time of the clock`() async throws {
        let api = try await LiveAPI(Self.schema)
        let answer = await api.answer(
            """
            mutation { createTodo(input: { id: "1", title: "Milk", done: false }) {
              __typename id title done owner createdAt updatedAt
            } }
            """, by: .alice)
        #expect(
            answer == """
                {"data":{"createTodo":{"__typename":"Todo","id":"1","title":"Milk","done":false,"owner":"alice",\
                "createdAt":"2027-01-15T08:00:00.000Z","updatedAt":"2027-01-15T08:00:00.000Z"}}}
                """)
    }

    @Test
    func `an owner reads, changes and deletes the own record`() async throws {
        let api = try await todos()
        #expect(
            await api.answer(#"{ getTodo(id: "1") { title } }"#, by: .alice)
                == #"{"data":{"getTodo":{"title":"Milk"}}}"#)
        api.clock.advance(by: .milliseconds(1_250))
        let update = #"mutation { updateTodo(input: { id: "1", done: true }) { title done createdAt updatedAt } }"#
        #expect(
            await api.answer(update, by: .alice) == """
                {"data":{"updateTodo":{"title":"Milk","done":true,"createdAt":"2027-01-15T08:00:00.000Z",\
                "updatedAt":"2027-01-15T08:00:01.250Z"}}}
                """)
        let delete = #"mutation { deleteTodo(input: { id: "1" }) { id title done } }"#
        #expect(
            await api.answer(delete, by: .alice) == #"{"data":{"deleteTodo":{"id":"1","title":"Milk","done":true}}}"#)
        #expect(await api.answer(#"{ getTodo(id: "1") { title } }"#, by: .alice) == #"{"data":{"getTodo":null}}"#)
    }

    @Test
    func `another user gets null and an error for a record`() async throws {
        let api = try await todos()
        #expect(
            await api.answer("{\n  getTodo(id: \"1\") { title }\n}", by: .bob) == """
                {"data":{"getTodo":null},"errors":[{"path":["getTodo"],"data":null,"errorType":"Unauthorized",\
                "errorInfo":null,"locations":[{"line":2,"column":3,"sourceName":null}],\
                "message":"Not Authorized to access getTodo on type Query"}]}
                """)
        #expect(await api.answer(#"{ getTodo(id: "2") { title } }"#, by: .bob) == #"{"data":{"getTodo":null}}"#)
    }

    @Test
    func `a list has the records of its caller only`() async throws {
        let api = try await todos()
        _ = try await api.data(#"mutation { createTodo(input: { id: "2", title: "Bread" }) { id } }"#, by: .bob)
        let list = "{ listTodos { items { id } nextToken } }"
        #expect(
            await api.answer(list, by: .alice) == #"{"data":{"listTodos":{"items":[{"id":"1"}],"nextToken":null}}}"#)
        #expect(await api.answer(list, by: .bob) == #"{"data":{"listTodos":{"items":[{"id":"2"}],"nextToken":null}}}"#)
    }

    @Test(arguments: [
        #"mutation { updateTodo(input: { id: "1", title: "x" }) { id } }"#,
        #"mutation { deleteTodo(input: { id: "1" }) { id } }"#,
        #"mutation { updateTodo(input: { id: "2", title: "x" }) { id } }"#,
    ])
    func `another user neither changes nor deletes a record`(mutation: String) async throws {
        let api = try await todos()
        #expect(try await api.errors(mutation, by: .bob) == ["Unauthorized"])
        #expect(
            await api.answer(#"{ getTodo(id: "1") { title } }"#, by: .alice)
                == #"{"data":{"getTodo":{"title":"Milk"}}}"#)
    }

    @Test(arguments: [
        Caller.apiKey, .iam(.unauthenticated), .iam(.authenticated), .function(), .oidc(["sub": .string("a1")]),
    ])
    func `a caller of another mode is refused everywhere`(caller: Caller) async throws {
        let api = try await todos()
        let documents = [
            #"{ getTodo(id: "1") { id } }"#, "{ listTodos { items { id } } }",
            #"mutation { createTodo(input: { title: "x" }) { id } }"#,
            #"mutation { updateTodo(input: { id: "1", title: "x" }) { id } }"#,
            #"mutation { deleteTodo(input: { id: "1" }) { id } }"#,
        ]
        for document in documents {
            let response = try await api.response(document, by: caller)
            #expect(response["data"]?.members?.allSatisfy { $0.value == .null } == true)
            #expect(try await api.errors(document, by: caller) == ["Unauthorized"])
        }
        await #expect(throws: DataRefusal.self) {
            try await api.subscribe("subscription { onCreateTodo { id } }", by: caller)
        }
    }

    @Test
    func `a new record reaches the subscription of its owner and no other one`() async throws {
        let api = try await LiveAPI(Self.schema)
        let document = "subscription { onCreateTodo { id title owner } }"
        let alices = try await api.subscribe(document, by: .alice)
        let bobs = try await api.subscribe(document, by: .bob)
        for (id, caller) in [("1", Caller.alice), ("2", .bob), ("3", .alice)] {
            _ = try await api.data(
                "mutation { createTodo(input: { id: \"\(id)\", title: \"Milk\" }) { id } }", by: caller)
        }
        #expect(
            try await alices.next(2) == [
                #"{"data":{"onCreateTodo":{"id":"1","title":"Milk","owner":"alice"}}}"#,
                #"{"data":{"onCreateTodo":{"id":"3","title":"Milk","owner":"alice"}}}"#,
            ])
        #expect(
            try await bobs.next(1) == [#"{"data":{"onCreateTodo":{"id":"2","title":"Milk","owner":"bob"}}}"#])
    }

    @Test
    func `two APIs in one store do not share records and events`() async throws {
        let api = try await todos()
        let other = try await LiveAPI(Self.schema, id: "other", beside: api)
        let list = "{ listTodos { items { id } } }"
        let subscription = try await other.subscribe("subscription { onCreateTodo { id } }", by: .alice)
        #expect(await other.answer(list, by: .alice) == #"{"data":{"listTodos":{"items":[]}}}"#)
        for (api, id) in [(api, "2"), (other, "3")] {
            _ = try await api.data(
                "mutation { createTodo(input: { id: \"\(id)\", title: \"x\" }) { id } }", by: .alice)
        }
        #expect(try await subscription.next(1) == [#"{"data":{"onCreateTodo":{"id":"3"}}}"#])
    }
}
