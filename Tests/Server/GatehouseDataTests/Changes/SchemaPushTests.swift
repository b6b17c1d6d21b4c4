// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// The work on stored records when another schema is taken into use, beside requests under the former one.
@Suite(.hangLimit)
struct SchemaPushTests {
    private static let plain = "type Todo @model @auth(rules: [{ allow: private }]) { id: ID! list: ID title: String }"
    private static let indexed = """
        type Todo @model @auth(rules: [{ allow: private }]) {
          id: ID! list: ID @index(name: "byList", queryField: "todosByList") title: String
        }
        """
    private static let byList = #"{ todosByList(list: "a") { items { id } } }"#

    private func make(_ api: LiveAPI, _ id: String, list: String = "a") async throws {
        _ = try await api.data(
            #"mutation { createTodo(input: { id: "\#(id)", list: "\#(list)", title: "x" }) { id } }"#, by: .alice)
    }

    private func push(_ api: LiveAPI, to schema: String) async throws -> SchemaPush {
        try await SchemaPush(
            of: api.service.id, from: api.service.api, atRevision: nil, to: try Fixture.api(schema), in: api.store)
    }

    @Test
    func `an index has the records from before it and those that are written while it is filled`() async throws {
        let api = try await LiveAPI(Self.plain)
        try await make(api, "1")
        let push = try await push(api, to: Self.indexed)
        #expect(push.plan.steps == [.init(model: "Todo", kind: .addIndex("byList"), records: 1)])
        try await push.prepare(beside: api.service)
        // A request under the former schema that ends after the index was filled.
        try await make(api, "2")
        let next = try await LiveAPI(Self.indexed, beside: api)
        #expect(
            await next.answer(Self.byList, by: .alice)
                == #"{"data":{"todosByList":{"items":[{"id":"1"},{"id":"2"}]}}}"#)
    }

    @Test
    func `owners of older records are found by rules that name them later`() async throws {
        let api = try await LiveAPI(
            "type Todo @model @auth(rules: [{ allow: private }]) { id: ID! owner: String title: String }")
        _ = try await api.data(#"mutation { createTodo(input: { id: "1", owner: "alice" }) { id } }"#, by: .alice)
        let owned = "type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! owner: String title: String }"
        let push = try await push(api, to: owned)
        try await push.prepare(beside: api.service)
        let next = try await LiveAPI(owned, beside: api)
        #expect(
            await next.answer("{ listTodos { items { id } } }", by: .alice)
                == #"{"data":{"listTodos":{"items":[{"id":"1"}]}}}"#)
        #expect(
            await next.answer("{ listTodos { items { id } } }", by: .bob) == #"{"data":{"listTodos":{"items":[]}}}"#)
    }

    @Test
    func `a push that ends before the switch leaves the former schema as it was`() async throws {
        let api = try await LiveAPI(Self.indexed)
        try await make(api, "1")
        let push = try await push(
            api, to: Self.indexed.replacing("title: String", with: #"title: String @index(name: "byTitle")"#))
        try await push.prepare(beside: api.service)
        #expect(await api.answer(Self.byList, by: .alice) == #"{"data":{"todosByList":{"items":[{"id":"1"}]}}}"#)
        try await make(api, "2")
        #expect(
            await api.answer(Self.byList, by: .alice)
                == #"{"data":{"todosByList":{"items":[{"id":"1"},{"id":"2"}]}}}"#)
    }

    @Test
    func `a push from a revision that is not in force any more changes neither records nor places`() async throws {
        let api = try await LiveAPI(Self.indexed)
        try await make(api, "1")
        let titled = Self.plain.replacing("title: String", with: #"title: String @index(name: "byTitle")"#)
        // One push knows no model with records, and the other one does not know the index.
        let pushes: [(DataAPI?, String)] = [(nil, Self.indexed), (try Fixture.api(Self.plain), titled)]
        for (former, next) in pushes {
            let push = try await SchemaPush(
                of: api.service.id, from: former, atRevision: 1, to: try Fixture.api(next), in: api.store)
            await #expect(throws: OutdatedRevision.self) { try await push.prepare(beside: nil) }
        }
        let other = try await SchemaPush(
            of: api.service.id, from: try Fixture.api(Self.plain), atRevision: nil, to: try Fixture.api(titled),
            in: api.store)
        await #expect(throws: OutdatedRevision.self) { try await other.place(atRevision: 1) }
        #expect(await api.answer(Self.byList, by: .alice) == #"{"data":{"todosByList":{"items":[{"id":"1"}]}}}"#)
    }

    @Test
    func `models and fields that a schema drops are named for removal, also without a record`() async throws {
        let api = try await LiveAPI(Self.plain)
        let retyped = "type Todo @model @auth(rules: [{ allow: private }]) { id: ID! list: ID title: Int }"
        #expect(try await push(api, to: retyped).removals == [.values(model: "Todo", field: "title")])
        let keyed = "type Todo @model @auth(rules: [{ allow: private }]) { id: ID list: ID! @primaryKey title: String }"
        #expect(try await push(api, to: keyed).removals == [.records(model: "Todo")])
        let other = "type Tag @model @auth(rules: [{ allow: private }]) { id: ID! }"
        #expect(try await push(api, to: other).removals == [.records(model: "Todo")])
        #expect(try await push(api, to: Self.indexed).removals == [])
    }

    @Test
    func `records that are kept under the name of a new model are in its indexes`() async throws {
        let api = try await LiveAPI(Self.plain)
        try await make(api, "1")
        let push = try await SchemaPush(
            of: api.service.id, from: nil, atRevision: nil, to: try Fixture.api(Self.indexed), in: api.store)
        try await push.prepare(beside: nil, keepsLeftovers: true)
        let next = try await LiveAPI(Self.indexed, beside: api)
        #expect(await next.answer(Self.byList, by: .alice) == #"{"data":{"todosByList":{"items":[{"id":"1"}]}}}"#)
    }

    @Test
    func `a stored value that an index cannot have refuses the schema`() async throws {
        let api = try await LiveAPI(Self.plain)
        try await make(api, "1", list: String(repeating: "x", count: RecordLimits.partitionBytes + 1))
        let push = try await push(api, to: Self.indexed)
        await #expect(throws: RecordRefusal.self) { try await push.prepare(beside: api.service) }
        try await make(api, "2", list: String(repeating: "x", count: RecordLimits.partitionBytes + 1))
    }

    @Test
    func `the schema of an API is shown as tools ask for it`() async throws {
        let api = try Fixture.api(Self.plain)
        let shown = await api.introspection()
        let types = shown["data"]?["__schema"]?["types"]?.elements ?? []
        #expect(types.contains { $0["name"]?.text == "Todo" })
        #expect(api.text.contains("@aws") && !api.textWithoutDirectives.contains("@aws"))
        #expect(api.textWithoutDirectives.contains("type Todo"))
    }
}
