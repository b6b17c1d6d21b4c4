// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct ConflictTests {
    private static let schema = """
        type Note @model @auth(rules: [{ allow: private }, { allow: owner }]) {
          text: String
          tags: [String]
          place: Place
        }
        type Place { city: String street: String }
        """

    private func notes(_ strategy: ConflictStrategy) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema, DataSettings(conflicts: strategy))
        _ = try await api.data(
            #"mutation { createNote(input: { id: "1", text: "a", tags: ["x"], place: { city: "Rome" } }) { id } }"#,
            by: .alice)
        return api
    }

    private func update(_ api: LiveAPI, _ input: String, _ selection: String = "text _version") async -> String {
        await api.answer("mutation { updateNote(input: { id: \"1\", \(input) }) { \(selection) } }", by: .alice)
    }

    // MARK: - Versions

    @Test(arguments: [ConflictStrategy.optimisticConcurrency, .automerge])
    func `each accepted write adds 1 to the version`(strategy: ConflictStrategy) async throws {
        let api = try await notes(strategy)
        #expect(
            await api.answer(#"{ getNote(id: "1") { _version _deleted _lastChangedAt } }"#, by: .alice)
                == #"{"data":{"getNote":{"_version":1,"_deleted":null,"_lastChangedAt":1800000000000}}}"#)
        api.clock.advance(by: .seconds(1))
        #expect(
            await update(api, "_version: 1, text: \"b\"", "text _version _lastChangedAt")
                == #"{"data":{"updateNote":{"text":"b","_version":2,"_lastChangedAt":1800000001000}}}"#)
        #expect(
            await api.answer(
                #"mutation { deleteNote(input: { id: "1", _version: 2 }) { text _version _deleted } }"#, by: .alice)
                == #"{"data":{"deleteNote":{"text":"b","_version":3,"_deleted":true}}}"#)
        #expect(
            await api.answer("{ listNotes { items { id _deleted } } }", by: .alice)
                == #"{"data":{"listNotes":{"items":[{"id":"1","_deleted":true}]}}}"#)
        #expect(
            await api.answer("{ listNotes(filter: { _deleted: { ne: true } }) { items { id } } }", by: .alice)
                == #"{"data":{"listNotes":{"items":[]}}}"#)
    }

    @Test
    func `a record that exists or is a tombstone cannot be created`() async throws {
        let api = try await notes(.optimisticConcurrency)
        let create = #"mutation { createNote(input: { id: "1" }) { id } }"#
        #expect(try await api.errors(create, by: .alice) == ["ConditionalCheckFailedException"])
        _ = try await api.data(#"mutation { deleteNote(input: { id: "1", _version: 1 }) { id } }"#, by: .alice)
        #expect(try await api.errors(create, by: .alice) == ["ConditionalCheckFailedException"])
    }

    @Test
    func `the tombstones of a model that has no versions any more do not count as records`() async throws {
        let versioned = try await notes(.automerge)
        _ = await update(versioned, "_version: 1, text: \"b\"")
        _ = try await versioned.data(
            #"mutation { deleteNote(input: { id: "1", _version: 2 }) { id } }"#, by: .alice)
        let api = try await LiveAPI(Self.schema, beside: versioned)
        let get = #"{ getNote(id: "1") { text } }"#
        #expect(await api.answer(get, by: .alice) == #"{"data":{"getNote":null}}"#)
        for change in ["updateNote(input: { id: \"1\", text: \"c\" })", "deleteNote(input: { id: \"1\" })"] {
            #expect(
                try await api.errors("mutation { \(change) { id } }", by: .alice)
                    == ["DynamoDB:ConditionalCheckFailedException"])
        }
        _ = try await api.data(#"mutation { createNote(input: { id: "1", text: "d" }) { id } }"#, by: .alice)
        #expect(await api.answer(get, by: .alice) == #"{"data":{"getNote":{"text":"d"}}}"#)
        #expect(
            try await api.errors(#"mutation { createNote(input: { id: "1" }) { id } }"#, by: .alice)
                == ["DynamoDB:ConditionalCheckFailedException"])
    }

    // MARK: - Optimistic concurrency

    @Test
    func `a conflict has the record of the server as the mutation selects it`() async throws {
        let api = try await notes(.optimisticConcurrency)
        _ = await update(api, "_version: 1, text: \"b\"")
        #expect(
            await update(api, "_version: 1, text: \"c\"", "id text owner") == """
                {"data":{"updateNote":null},"errors":[{"path":["updateNote"],"data":{"id":"1","text":"b",\
                "owner":"alice","__typename":"Note","_version":2,"_deleted":null,"_lastChangedAt":1800000000000},\
                "errorType":"ConflictUnhandled","errorInfo":null,\
                "locations":[{"line":1,"column":12,"sourceName":null}],\
                "message":"Conflict resolver rejects mutation."}]}
                """)
    }

    @Test(arguments: ["_version: 0, ", "_version: 3, ", ""])
    func `a write with another version than the stored one is refused`(version: String) async throws {
        let api = try await notes(.optimisticConcurrency)
        for field in [
            "updateNote(input: { \(version)id: \"1\", text: \"c\" })", "deleteNote(input: { \(version)id: \"1\" })",
        ] {
            #expect(try await api.errors("mutation { \(field) { id } }", by: .alice) == ["ConflictUnhandled"])
        }
        #expect(
            await api.answer(#"{ getNote(id: "1") { text _version } }"#, by: .alice)
                == #"{"data":{"getNote":{"text":"a","_version":1}}}"#)
    }

    @Test
    func `a condition is checked before the version`() async throws {
        let api = try await notes(.optimisticConcurrency)
        let document =
            #"mutation { updateNote(input: { id: "1", _version: 7 }, condition: { text: { eq: "z" } }) { id } }"#
        #expect(try await api.errors(document, by: .alice) == ["ConditionalCheckFailedException"])
    }

    /// The answers to writes that are made at once, of 200 writers.
    private func answers(_ write: @escaping @Sendable (Int) async -> String) async -> [String] {
        await withTaskGroup(of: String.self) { group in
            for writer in 0..<200 { group.addTask { await write(writer) } }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
    }

    @Test
    func `of many writers of one version one succeeds`() async throws {
        let api = try await notes(.optimisticConcurrency)
        for version in 1...3 {
            let results = await answers { await update(api, "_version: \(version), text: \"\(version)-\($0)\"") }
            let winners = results.filter { !$0.contains("errors") }
            #expect(winners.count == 1 && winners[0].contains("\"_version\":\(version + 1)"))
            #expect(results.count { $0.contains("ConflictUnhandled") } == 199)
            let stored = await api.answer(#"{ updateNote: getNote(id: "1") { text _version } }"#, by: .alice)
            #expect(stored == winners.first)
        }
    }

    @Test
    func `of many writers with one condition one succeeds, in an API without versions, too`() async throws {
        let api = try await LiveAPI(Self.schema)
        _ = try await api.data(#"mutation { createNote(input: { id: "1", text: "free" }) { id } }"#, by: .alice)
        let results = await answers { writer in
            await api.answer(
                """
                mutation { updateNote(input: { id: "1", text: "\(writer)" }, condition: { text: { eq: "free" } }) { text } }
                """, by: .alice)
        }
        #expect(results.count { !$0.contains("errors") } == 1)
        #expect(results.count { $0.contains("ConditionalCheckFailedException") } == 199)
    }

    @Test
    func `merges at once lose no element`() async throws {
        let api = try await notes(.automerge)
        let results = await answers { await update(api, "_version: 1, tags: [\"\($0)\"]") }
        #expect(results.allSatisfy { !$0.contains("errors") })
        let data = try await api.data(#"{ getNote(id: "1") { tags _version } }"#, by: .alice)
        #expect(data["getNote"]?["_version"] == .int(201))
        #expect(Set(data["getNote"]?["tags"]?.elements ?? []) == Set((0..<200).map { .string("\($0)") }))
    }

    @Test
    func `a model has its own strategy, and one that only models have does not make others versioned`() async throws {
        let schema = Self.schema + "type Other @model @auth(rules: [{ allow: private }]) { text: String }"
        let api = try await LiveAPI(
            schema,
            DataSettings(conflicts: .optimisticConcurrency, modelConflicts: ["Note": ConflictHandler(.automerge)]))
        for model in ["Note", "Other"] {
            _ = try await api.data(
                "mutation { create\(model)(input: { id: \"1\", text: \"a\" }) { id } }", by: .alice)
            _ = try await api.data(
                "mutation { update\(model)(input: { id: \"1\", text: \"b\", _version: 1 }) { id } }", by: .alice)
            let late = "mutation { update\(model)(input: { id: \"1\", text: \"c\", _version: 1 }) { text } }"
            #expect(try await api.errors(late, by: .alice) == (model == "Note" ? [] : ["ConflictUnhandled"]))
        }
        let only = try Fixture.api(schema, DataSettings(modelConflicts: ["Note": ConflictHandler(.automerge)]))
        #expect(only.models.map(\.isVersioned) == [true, false])
        let unknown = try Fixture.api(schema, DataSettings(modelConflicts: ["Nothing": ConflictHandler(.automerge)]))
        #expect(unknown.warnings.contains { $0.message.contains("'Nothing' has no effect") })
    }

    // MARK: - Automerge

    @Test
    func `automerge keeps scalars that both changed, appends to lists and merges objects`() async throws {
        let api = try await notes(.automerge)
        _ = await update(api, "_version: 1, text: \"b\", tags: [\"x\", \"y\"], place: { city: \"Oslo\" }")
        let input = "_version: 1, text: \"c\", tags: [\"z\"], place: { city: \"Bari\", street: \"s\" }"
        #expect(
            await update(api, input, "text tags place { city street } _version")
                == #"{"data":{"updateNote":{"text":"b","tags":["x","y","z"],"place":{"city":"Oslo","street":"s"},"_version":3}}}"#
        )
    }

    @Test
    func `automerge takes what only the caller changed since its version`() async throws {
        let api = try await notes(.automerge)
        _ = await update(api, "_version: 1, tags: [\"x\", \"y\"]")
        #expect(
            await update(
                api, "_version: 1, text: \"c\", tags: [\"x\"], place: { city: \"Bari\" }", "text tags place { city }")
                == #"{"data":{"updateNote":{"text":"c","tags":["x","y"],"place":{"city":"Bari"}}}}"#)
        // The version 2 is the one that the caller has seen now: its text was changed by both, and its place by one.
        #expect(
            await update(api, "_version: 2, text: \"d\", place: null", "text place { city } _version")
                == #"{"data":{"updateNote":{"text":"c","place":{"city":"Bari"},"_version":4}}}"#)
        #expect(
            await update(api, "_version: 3, text: null, tags: [\"z\"]", "text tags")
                == #"{"data":{"updateNote":{"text":null,"tags":["z"]}}}"#)
    }

    @Test
    func `automerge compares with the stored record when the caller's version is forgotten`() async throws {
        let api = try await notes(.automerge)
        _ = await update(api, "_version: 1, tags: [\"y\"]")
        api.clock.advance(by: .seconds(RecordRetention.changes + 1))
        #expect(try await api.store.removeExpired(at: api.clock.now) == 1)
        #expect(
            await update(api, "_version: 1, text: \"c\", tags: [\"x\"]", "text tags")
                == #"{"data":{"updateNote":{"text":"a","tags":["y","x"]}}}"#)
    }

    @Test
    func `automerge rejects a deletion with an old version and a change of a tombstone`() async throws {
        let api = try await notes(.automerge)
        _ = await update(api, "_version: 1, text: \"b\"")
        let delete = "mutation { deleteNote(input: { id: \"1\", _version: 1 }) { id } }"
        #expect(try await api.errors(delete, by: .alice) == ["ConflictUnhandled"])
        _ = try await api.data(#"mutation { deleteNote(input: { id: "1", _version: 2 }) { id } }"#, by: .alice)
        #expect(await update(api, "_version: 2, text: \"c\"").contains("ConflictUnhandled"))
    }
}
