// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct MutationTests {
    private static let schema = """
        enum State { OPEN DONE }
        type Task @model @auth(rules: [{ allow: private }]) {
          title: String!
          stage: String! @default(value: "new")
          state: State @default(value: "OPEN")
          points: Int @default(value: "3")
          place: Place
          changed: AWSDateTime
        }
        type Place { city: String! position: [Float!] }
        type Tag @model(timestamps: { updatedAt: null, createdAt: "made" }) @auth(rules: [{ allow: private }]) {
          name: String! @primaryKey
        }
        """

    private func create(_ api: LiveAPI, _ input: String, _ selection: String = "id") async -> String {
        await api.answer("mutation { createTask(input: \(input)) { \(selection) } }", by: .alice)
    }

    @Test
    func `a new record has a random id, defaults and nested values`() async throws {
        let api = try await LiveAPI(Self.schema)
        let document = """
            mutation { createTask(input: { title: "a", place: { city: "Rome", position: [1, 2.5] } }) {
              id state points place { city position }
            } }
            """
        let data = try await api.data(document, by: .alice)
        let task = try #require(data["createTask"])
        #expect(UUID(uuidString: task["id"]?.text ?? "") != nil)
        #expect(task["state"] == .enumeration("OPEN") && task["points"] == .int(3))
        #expect(LiveAPI.text(task["place"] ?? .null) == #"{"city":"Rome","position":[1.0,2.5]}"#)
        let read = try await api.data(
            "query q($id: ID!) { getTask(id: $id) { id state points place { city position } } }",
            ["id": task["id"] ?? .null], by: .alice)
        #expect(read["getTask"] == task)
    }

    @Test
    func `an explicit null is stored in place of a default`() async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(
            await create(api, #"{ title: "a", points: null, state: DONE }"#, "points state")
                == #"{"data":{"createTask":{"points":null,"state":"DONE"}}}"#)
    }

    @Test
    func `a second record with the same key fails the condition`() async throws {
        let api = try await LiveAPI(Self.schema)
        _ = await create(api, #"{ id: "1", title: "a" }"#)
        #expect(
            await create(api, #"{ id: "1", title: "b" }"#) == """
                {"data":{"createTask":null},"errors":[{"path":["createTask"],"data":null,\
                "errorType":"DynamoDB:ConditionalCheckFailedException","errorInfo":null,\
                "locations":[{"line":1,"column":12,"sourceName":null}],"message":"The conditional request failed"}]}
                """)
        #expect(
            await api.answer(#"{ getTask(id: "1") { title } }"#, by: .alice) == #"{"data":{"getTask":{"title":"a"}}}"#)
    }

    @Test
    func `an update keeps absent fields and removes null ones`() async throws {
        let api = try await LiveAPI(Self.schema)
        _ = await create(api, #"{ id: "1", title: "a", place: { city: "Rome" } }"#)
        #expect(
            await api.answer(
                #"mutation { updateTask(input: { id: "1", points: null, state: DONE }) { title points state place { city } } }"#,
                by: .alice)
                == #"{"data":{"updateTask":{"title":"a","points":null,"state":"DONE","place":{"city":"Rome"}}}}"#)
    }

    @Test(arguments: [
        #"createTask(input: { title: "b", stage: null })"#, #"updateTask(input: { id: "1", title: null })"#,
        #"updateTask(input: { id: "1", stage: null })"#,
    ])
    func `a mutation that takes the value of a required field is refused, and stores nothing`(
        field: String
    ) async throws {
        let api = try await LiveAPI(Self.schema)
        _ = await create(api, #"{ id: "1", title: "a" }"#)
        #expect(try await api.errors("mutation { \(field) { id } }", by: .alice) == ["BadRequest"])
        #expect(
            await api.answer("{ listTasks { items { id title stage } } }", by: .alice)
                == #"{"data":{"listTasks":{"items":[{"id":"1","title":"a","stage":"new"}]}}}"#)
    }

    @Test
    func `the server fills a required time of the last change that is null`() async throws {
        let api = try await LiveAPI(
            "type Visit @model @auth(rules: [{ allow: private }]) { text: String updatedAt: AWSDateTime! }")
        let made = #"mutation { createVisit(input: { id: "1", updatedAt: null }) { updatedAt } }"#
        #expect(
            await api.answer(made, by: .alice) == #"{"data":{"createVisit":{"updatedAt":"2027-01-15T08:00:00.000Z"}}}"#)
        api.clock.advance(by: .seconds(1))
        let changed = #"mutation { updateVisit(input: { id: "1", updatedAt: null }) { updatedAt } }"#
        #expect(
            await api.answer(changed, by: .alice)
                == #"{"data":{"updateVisit":{"updatedAt":"2027-01-15T08:00:01.000Z"}}}"#)
    }

    @Test(arguments: ["updateTask(input: { id: \"x\", title: \"a\" })", "deleteTask(input: { id: \"x\" })"])
    func `a change of a missing record fails the condition`(field: String) async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(
            try await api.errors("mutation { \(field) { id } }", by: .alice)
                == ["DynamoDB:ConditionalCheckFailedException"])
    }

    @Test
    func `a mutation whose condition does not hold changes nothing`() async throws {
        let api = try await LiveAPI(Self.schema)
        _ = await create(api, #"{ id: "1", title: "a" }"#)
        let condition = #"condition: { title: { eq: "b" } }"#
        for field in [
            #"updateTask(input: { id: "1", title: "c" }, \#(condition))"#,
            #"deleteTask(input: { id: "1" }, \#(condition))"#,
            #"createTask(input: { id: "2", title: "c" }, \#(condition))"#,
        ] {
            #expect(
                try await api.errors("mutation { \(field) { id } }", by: .alice)
                    == ["DynamoDB:ConditionalCheckFailedException"])
        }
        #expect(
            await api.answer("{ listTasks { items { id title } } }", by: .alice)
                == #"{"data":{"listTasks":{"items":[{"id":"1","title":"a"}]}}}"#)
        #expect(
            await api.answer(
                #"mutation { updateTask(input: { id: "1", title: "c" }, condition: { title: { eq: "a" } }) { title } }"#,
                by: .alice) == #"{"data":{"updateTask":{"title":"c"}}}"#)
    }

    @Test
    func `mutations of one document are executed in order and each for itself`() async throws {
        let api = try await LiveAPI(Self.schema)
        let document = """
            mutation {
              a: createTask(input: { id: "1", title: "a" }) { title }
              b: createTask(input: { id: "1", title: "b" }) { title }
              c: updateTask(input: { id: "1", title: "c" }) { title }
            }
            """
        let response = try await api.response(document, by: .alice)
        #expect(LiveAPI.text(response["data"] ?? .null) == #"{"a":{"title":"a"},"b":null,"c":{"title":"c"}}"#)
    }

    @Test
    func `times have the names that the schema gives them`() async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(
            await api.answer(#"mutation { createTag(input: { name: "a" }) { name made } }"#, by: .alice)
                == #"{"data":{"createTag":{"name":"a","made":"2027-01-15T08:00:00.000Z"}}}"#)
    }

    @Test
    func `an empty key and a key with U+0000 are refused`() async throws {
        let api = try await LiveAPI(Self.schema)
        let document = "mutation m($name: String!) { createTag(input: { name: $name }) { name } }"
        for name in ["", "a\u{0}"] {
            #expect(try await api.errors(document, ["name": .string(name)], by: .alice) == ["BadRequest"])
        }
        #expect(try await api.errors(#"{ getTag(name: "") { name } }"#, by: .alice) == ["BadRequest"])
        let data = try await api.data("{ listTags { items { name } } }", by: .alice)
        #expect(data["listTags"]?["items"] == .list([]))
        #expect(api.failures.all.isEmpty)
    }

    @Test
    func `a record that is too large is refused`() async throws {
        let api = try await LiveAPI(Self.schema)
        let title = String(repeating: "x", count: 450_000)
        let document = "mutation m($t: String!) { createTask(input: { title: $t }) { id } }"
        #expect(try await api.errors(document, ["t": .string(title)], by: .alice) == ["BadRequest"])
        let message = try await api.messages(document, ["t": .string(title)], by: .alice)[0]
        #expect(message.contains("and the limit is 409600 bytes."))
        #expect(api.failures.all.isEmpty)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_800_000_000_007, "2027-01-15T08:00:00.007Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (999, "1970-01-01T00:00:00.999Z"),
    ])
    func `a time has milliseconds`(milliseconds: Int, text: String) {
        #expect(Date(timeIntervalSince1970: Double(milliseconds) / 1_000).awsDateTime == text)
    }
}
