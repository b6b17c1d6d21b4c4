// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseData

/// Conflicts that a function resolves.
@Suite(.hangLimit)
struct ConflictFunctionTests {
    private static let schema = """
        type Note @model @auth(rules: [{ allow: private }]) {
          text: String!
          count: Int
          kind: Kind
          place: Place
        }
        enum Kind { one two }
        type Place { city: String! }
        """
    private static let settings = DataSettings(conflicts: .function, conflictFunction: "resolve")
    private static let get = #"{ getNote(id: "1") { text count _version _deleted } }"#

    /// An API with a record whose version is 2.
    private func api(
        _ answer: @escaping @Sendable (WireValue) async throws(TriggerFailure) -> WireValue
    ) async throws -> (api: LiveAPI, functions: ScriptedFunctions) {
        let functions = ScriptedFunctions(answer)
        let api = try await LiveAPI(Self.schema, Self.settings, functions: functions)
        _ = try await api.data(#"mutation { createNote(input: { id: "1", text: "a" }) { id } }"#, by: .alice)
        _ = try await api.data(
            #"mutation { updateNote(input: { id: "1", text: "b", _version: 1 }) { id } }"#, by: .alice)
        #expect(functions.calls.isEmpty)
        return (api, functions)
    }

    private static let update =
        #"mutation { updateNote(input: { id: "1", text: "c", _version: 1 }) { text count _version } }"#
    private static let delete = #"mutation { deleteNote(input: { id: "1", _version: 1 }) { text _version _deleted } }"#

    /// The item of an event with another member.
    private static func resolving(_ name: WireName, _ value: WireValue) -> @Sendable (WireValue) -> WireValue {
        { event in
            var item = event["newItem"]?.objectValue ?? [:]
            item[name] = value
            return ["action": "RESOLVE", "item": .object(item)]
        }
    }

    @Test
    func `a function learns both records, the arguments, the caller and the mutation`() async throws {
        let (api, functions) = try await api { _ throws(TriggerFailure) in ["action": "REJECT"] }
        #expect(try await api.errors(Self.update, by: .alice) == ["ConflictUnhandled"])
        #expect(functions.calls.map(\.function) == ["arn:aws:lambda:us-east-1:123456789012:function:resolve"])
        let event = try #require(functions.events.first)
        #expect(event["existingItem"]?["text"] == "b" && event["existingItem"]?["_version"] == 2)
        #expect(event["newItem"]?["text"] == "c" && event["newItem"]?["_version"] == 3)
        #expect(event["newItem"]?["id"] == "1" && event["newItem"]?["createdAt"]?.stringValue != nil)
        #expect(event["arguments"] == ["input": ["id": "1", "text": "c", "_version": 1]])
        #expect(event["identity"]?["username"] == "alice")
        #expect(
            event["resolver"] == [
                "tableName": "Note", "awsRegion": "us-east-1", "parentType": "Mutation", "field": "updateNote",
                "outputType": "Note",
            ])
    }

    @Test
    func `an item that a function returns becomes the next version, and subscribers receive it`() async throws {
        let (api, _) = try await api { event throws(TriggerFailure) in Self.resolving("count", 7)(event) }
        let subscription = try await api.subscribe("subscription { onUpdateNote { text count _version } }", by: .alice)
        #expect(
            await api.answer(Self.update, by: .alice)
                == #"{"data":{"updateNote":{"text":"c","count":7,"_version":3}}}"#)
        #expect(
            try await subscription.next(1) == [#"{"data":{"onUpdateNote":{"text":"c","count":7,"_version":3}}}"#])
    }

    @Test
    func `a rejected mutation has the stored record in its error`() async throws {
        let (api, _) = try await api { _ throws(TriggerFailure) in ["action": "REJECT"] }
        let response = try await api.response(Self.delete, by: .alice)
        let error = response["errors"]?.elements?.first
        #expect(error?["errorType"] == .string("ConflictUnhandled"))
        #expect(error?["data"]?["_version"] == .int(2) && error?["data"]?["__typename"] == .string("Note"))
    }

    @Test(arguments: [update, delete])
    func `a function can remove the record`(document: String) async throws {
        let (api, _) = try await api { _ throws(TriggerFailure) in ["action": "REMOVE"] }
        #expect(try await api.errors(document, by: .alice) == [])
        #expect(
            await api.answer(Self.get, by: .alice)
                == #"{"data":{"getNote":{"text":"b","count":null,"_version":3,"_deleted":true}}}"#)
    }

    @Test
    func `a function can keep a record that the caller deletes`() async throws {
        let (api, _) = try await api { event throws(TriggerFailure) in
            ["action": "RESOLVE", "item": event["existingItem"] ?? .null]
        }
        #expect(
            await api.answer(Self.delete, by: .alice)
                == #"{"data":{"deleteNote":{"text":"b","_version":3,"_deleted":null}}}"#)
    }

    @Test(arguments: [
        #"{}"#, #""RESOLVE""#, #"{"action":"MERGE"}"#, #"{"action":"RESOLVE"}"#, #"{"action":"RESOLVE","item":[]}"#,
        #"{"action":"RESOLVE","item":{"id":"1","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"}}"#,
        #"{"action":"RESOLVE","item":{"id":"2","text":"a","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"}}"#,
    ])
    func `a result that is not of the contract is an error, and the record stays`(result: String) async throws {
        let value = try WireValue(foreignJSON: result.utf8)
        let (api, _) = try await api { _ throws(TriggerFailure) in value }
        #expect(try await api.errors(Self.update, by: .alice) == ["ConflictError"])
        #expect(await api.answer(Self.get, by: .alice).contains(#""text":"b""#))
    }

    @Test(
        arguments: [
            ("count", "7"), ("count", 1.5), ("text", 1), ("kind", "three"), ("place", [:]), ("place", ["town": "a"]),
            ("place", "Rome"), ("other", 1), ("text", ["a"]),
        ] as [(WireName, WireValue)])
    func `an item with a value that the model does not have is an error`(name: WireName, value: WireValue) async throws
    {
        let (api, _) = try await api { event throws(TriggerFailure) in Self.resolving(name, value)(event) }
        #expect(try await api.errors(Self.update, by: .alice) == ["ConflictError"])
    }

    @Test
    func `a function that fails is an error of the conflict`() async throws {
        let (api, _) = try await api { _ throws(TriggerFailure) in throw .timedOut }
        #expect(
            try await api.messages(Self.update, by: .alice) == [
                "The conflict could not be resolved: Execution timed out."
            ])
    }

    @Test
    func `a record that changes while the function runs is resolved again, a few times`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveAPI.self)
        let (api, functions) = try await api { event throws(TriggerFailure) in
            var iterator = stream.makeAsyncIterator()
            let version = event["existingItem"]?["_version"]?.integerValue ?? 0
            if version < 4, let api = await iterator.next() {
                let input = "{ id: \"1\", text: \"x\", _version: \(version) }"
                _ = await api.answer("mutation { updateNote(input: \(input)) { id } }", by: .bob)
            }
            return Self.resolving("count", 1)(event)
        }
        for _ in 0..<2 { continuation.yield(api) }
        #expect(
            await api.answer(Self.update, by: .alice)
                == #"{"data":{"updateNote":{"text":"c","count":1,"_version":5}}}"#)
        #expect(functions.calls.count == 3)
    }

    @Test
    func `a record that changes again and again is an error`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveAPI.self)
        let (api, functions) = try await api { event throws(TriggerFailure) in
            var iterator = stream.makeAsyncIterator()
            let version = event["existingItem"]?["_version"]?.integerValue ?? 0
            guard let api = await iterator.next() else { return ["action": "REJECT"] }
            let input = "{ id: \"1\", text: \"x\", _version: \(version) }"
            _ = await api.answer("mutation { updateNote(input: \(input)) { id } }", by: .bob)
            return ["action": "REMOVE"]
        }
        for _ in 0..<9 { continuation.yield(api) }
        #expect(try await api.errors(Self.update, by: .alice) == ["MaxConflicts"])
        #expect(functions.calls.count == 4)
    }

    @Test
    func `the rules decide before the function is called`() async throws {
        let functions = ScriptedFunctions { _ throws(TriggerFailure) in ["action": "REMOVE"] }
        let api = try await LiveAPI(
            "type Note @model @auth(rules: [{ allow: owner }]) { text: String }", Self.settings, functions: functions)
        _ = try await api.data(#"mutation { createNote(input: { id: "1" }) { id } }"#, by: .alice)
        #expect(
            try await api.errors(#"mutation { updateNote(input: { id: "1", text: "x" }) { id } }"#, by: .bob)
                == ["Unauthorized"])
        #expect(functions.calls.isEmpty)
    }
}
