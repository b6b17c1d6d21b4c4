// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct SyncTests {
    private static let schema = """
        type Note @model @auth(rules: [{ allow: owner }]) { text: String parts: [Part] @hasMany }
        type Part @model @auth(rules: [{ allow: owner }]) { note: Note @belongsTo }
        """

    private func notes() async throws -> LiveAPI {
        try await LiveAPI(Self.schema, DataSettings(conflicts: .automerge))
    }

    private func create(_ api: LiveAPI, _ id: String, by caller: Caller = .alice) async throws {
        _ = try await api.data(
            "mutation { createNote(input: { id: \"\(id)\", text: \"t\(id)\" }) { id } }", by: caller)
    }

    /// The ids and the time of a sync, all pages together.
    private func sync(
        _ api: LiveAPI, _ arguments: String = "", limit: Int = 100, between: () async throws -> Void = {}
    ) async throws -> (ids: [String], times: Set<GraphQLValue>) {
        var token = GraphQLValue.null
        var ids: [String] = []
        var times: Set<GraphQLValue> = []
        repeat {
            let data = try await api.data(
                "query q($t: String) { syncNotes(\(arguments) limit: \(limit), nextToken: $t) { items { id } nextToken startedAt } }",
                ["t": token], by: .alice)
            let page = data["syncNotes"]
            ids += (page?["items"]?.elements ?? []).compactMap { $0["id"]?.text }
            times.insert(page?["startedAt"] ?? .null)
            token = page?["nextToken"] ?? .null
            try await between()
        } while token != .null && times.count < 20
        return (ids, times)
    }

    @Test
    func `a sync without a time has all records of the caller and tombstones`() async throws {
        let api = try await notes()
        for id in ["1", "2", "3"] { try await create(api, id) }
        try await create(api, "4", by: .bob)
        _ = try await api.data(#"mutation { deleteNote(input: { id: "2", _version: 1 }) { id } }"#, by: .alice)
        #expect(try await sync(api).ids == ["1", "2", "3"])
        #expect(try await sync(api, "filter: { text: { ne: \"t3\" } },").ids == ["1", "2"])
    }

    @Test
    func `all pages of a sync have the time at which the first one began`() async throws {
        let api = try await notes()
        for id in ["1", "2", "3"] { try await create(api, id) }
        let result = try await sync(api, limit: 1) { api.clock.advance(by: .seconds(60)) }
        #expect(result.ids == ["1", "2", "3"])
        #expect(result.times == [.int(1_800_000_000_000)])
    }

    @Test
    func `a sync since a time has the changes since then`() async throws {
        let api = try await notes()
        for id in ["1", "2", "3"] { try await create(api, id) }
        api.clock.advance(by: .seconds(60))
        for id in ["3", "1"] {
            _ = try await api.data(
                "mutation { updateNote(input: { id: \"\(id)\", text: \"x\", _version: 1 }) { id } }", by: .alice)
            api.clock.advance(by: .seconds(1))
        }
        try await create(api, "4", by: .bob)
        let result = try await sync(api, "lastSync: 1800000050000,")
        #expect(result.ids == ["3", "1"])
        #expect(try await sync(api, "lastSync: 1800000050000,", limit: 1).ids == ["3", "1"])
    }

    @Test
    func `a sync of changes has those that were made after the clock was set back`() async throws {
        let api = try await notes()
        for id in ["1", "2", "3"] { try await create(api, id) }
        api.clock.advance(by: .seconds(60))
        let started = try await sync(api, "lastSync: 1800000059000,")
        #expect(started.ids == [] && started.times == [.int(1_800_000_060_000)])
        api.clock.advance(by: .seconds(-50))
        _ = try await api.data(
            #"mutation { updateNote(input: { id: "1", text: "x", _version: 1 }) { id } }"#, by: .alice)
        _ = try await api.data(#"mutation { deleteNote(input: { id: "2", _version: 1 }) { id } }"#, by: .alice)
        try await create(api, "4")
        api.clock.advance(by: .seconds(55))
        #expect(try await sync(api, "lastSync: 1800000060000,").ids == ["1", "2", "4"])
    }

    @Test
    func `a change has no earlier time than the change before it, whose time was that of another clock`() async throws {
        let api = try await notes()
        api.clock.advance(by: .seconds(60))
        for id in ["1", "2"] { try await create(api, id) }
        api.clock.advance(by: .seconds(-50))
        // The clock of another process begins at the time to which the system's clock was set back.
        let other = try await LiveAPI(Self.schema, DataSettings(conflicts: .automerge), beside: api)
        for change in ["updateNote(input: { id: \"1\", text: \"x\"", "deleteNote(input: { id: \"2\""] {
            let data = try await other.data(
                "mutation { note: \(change), _version: 1 }) { _lastChangedAt } }", by: .alice)
            #expect(data["note"]?["_lastChangedAt"] == .int(1_800_000_060_000))
        }
    }

    @Test(arguments: [("1799990000000", 3), ("1900000000000", 3), ("1800000060000", 0)])
    func `a time that is too old or in the future means all records`(time: String, count: Int) async throws {
        let api = try await notes()
        for id in ["1", "2", "3"] { try await create(api, id) }
        api.clock.advance(by: .seconds(61))
        #expect(try await sync(api, "lastSync: \(time),").ids.count == count)
    }

    @Test
    func `a time at the end of the kept changes means changes, and one before it all records`() async throws {
        let api = try await notes()
        try await create(api, "1")
        api.clock.advance(by: .seconds(1_800))
        try await create(api, "2")
        #expect(try await sync(api, "lastSync: 1800000006000,").ids == ["2"])
        #expect(try await sync(api, "lastSync: 1799999999999,").ids == ["1", "2"])
    }

    @Test
    func `a deleted record is in a sync until its tombstone expires, and then its key is free`() async throws {
        let api = try await notes()
        try await create(api, "1")
        _ = try await api.data(#"mutation { deleteNote(input: { id: "1", _version: 1 }) { id } }"#, by: .alice)
        api.clock.advance(by: .seconds(RecordRetention.tombstones))
        #expect(try await api.store.removeExpired(at: api.clock.now) == 0)
        #expect(try await sync(api).ids == ["1"])
        api.clock.advance(by: .seconds(1))
        #expect(try await api.store.removeExpired(at: api.clock.now) == 1)
        #expect(try await sync(api).ids == [])
        try await create(api, "1")
        #expect(
            await api.answer(#"{ getNote(id: "1") { _version _deleted } }"#, by: .alice)
                == #"{"data":{"getNote":{"_version":1,"_deleted":null}}}"#)
    }

    @Test
    func `a sync of changes does not continue when tombstones of its time may have expired`() async throws {
        let api = try await notes()
        for id in ["1", "2"] { try await create(api, id) }
        let document =
            "query q($t: String) { syncNotes(lastSync: 1800000000000, limit: 1, nextToken: $t) { items { id } nextToken } }"
        let token = try #require(try await api.data(document, by: .alice)["syncNotes"]?["nextToken"])
        api.clock.advance(by: .seconds(RecordRetention.tombstones - RecordRetention.changes))
        #expect(try await api.messages(document, ["t": token], by: .alice) == [])
        api.clock.advance(by: .seconds(1))
        #expect(try await api.messages(document, ["t": token], by: .alice) == ["Invalid nextToken"])
    }

    @Test
    func `a sync has related tombstones and an ordinary read does not`() async throws {
        let api = try await notes()
        try await create(api, "1")
        _ = try await api.data(#"mutation { createPart(input: { id: "p", notePartsId: "1" }) { id } }"#, by: .alice)
        _ = try await api.data(#"mutation { deleteNote(input: { id: "1", _version: 1 }) { id } }"#, by: .alice)
        #expect(
            await api.answer("{ syncParts { items { note { id _deleted } } } }", by: .alice)
                == #"{"data":{"syncParts":{"items":[{"note":{"id":"1","_deleted":true}}]}}}"#)
        #expect(
            await api.answer("{ listParts { items { note { id _deleted } } } }", by: .alice)
                == #"{"data":{"listParts":{"items":[{"note":null}]}}}"#)
    }
}
