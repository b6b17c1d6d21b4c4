// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GRDB
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// Stores that are opened with other models than before.
@Suite(.hangLimit) struct StoreMigrationTests {
    private static let model = StorageNote.modelName
    private static let id = ModelField(name: "id", type: .string, isRequired: true)
    private static let text = ModelField(name: "text", type: .string, isRequired: true)
    private static let done = ModelField(name: "done", type: .bool)
    private static let label = ModelSchema(name: "StorageLabel", fields: ["id": id], primaryKeyFieldKeys: ["id"])
    private let fixture: StorageFixture

    init() throws {
        fixture = try StorageFixture()
    }

    /// Makes a store that has synced two notes and waits to send one.
    private func makeStore(_ schema: ModelSchema, and others: [ModelSchema] = []) async throws {
        let store = try fixture.open([schema] + others)
        try await store.insert([("1", "first"), ("2", "second")])
        try await store.append(StorageNote.event("2", "second", .update))
        try await store.write { writer in
            for key in ["1", "2"] {
                try writer.put(
                    MutationSyncMetadata(
                        modelId: key, modelName: Self.model, deleted: false, lastChangedAt: 5, version: 3))
            }
            try writer.put(ModelSyncMetadata(id: Self.model, lastSync: 100))
        }
        try store.close()
    }

    private func versions(_ store: LocalStore, _ keys: String...) async throws -> [Int?] {
        try await store.read { reader in
            try keys.map { key in try reader.metadata(of: Self.model, key: key)?.version }
        }
    }

    private func lastSync(_ store: LocalStore) async throws -> Int64? {
        try await store.read { reader in try reader.syncState(of: Self.model)?.lastSync }
    }

    @Test func `the same models change nothing`() async throws {
        try await makeStore(StorageNote.schema)
        let store = try fixture.open()
        #expect(store.opening.modelsToSync.isEmpty)
        #expect(try await store.texts() == ["first", "second"])
        #expect(try await lastSync(store) == 100)
        try store.close()
    }

    @Test func `a new optional field keeps the records, whose values come with a full sync`() async throws {
        try await makeStore(StorageNote.makeSchema([Self.id, Self.text]))
        let store = try fixture.open(version: "2")
        #expect(store.opening.modelsToSync == [Self.model])
        #expect(try await store.texts() == ["first", "second"])
        #expect(try await versions(store, "1", "2") == [3, 3])
        #expect(try await lastSync(store) == nil)
        #expect(try await store.eventIDs() == ["event-2"])
        let marks = try await store.write { writer in
            let before = try writer.reader.isIncomplete(Self.model, key: "1")
            try writer.put(
                MutationSyncMetadata(modelId: "1", modelName: Self.model, deleted: false, lastChangedAt: 5, version: 3))
            try writer.reader.database.execute(sql: "UPDATE StorageNote SET done = 1 WHERE id = '1'")
            return [before, try writer.reader.isIncomplete(Self.model, key: "1")]
        }
        #expect(marks == [true, false])
        try store.close()
    }

    @Test func `a new model leaves the others alone`() async throws {
        try await makeStore(StorageNote.schema)
        let store = try fixture.open([StorageNote.schema, Self.label], version: "2")
        #expect(store.opening.modelsToSync.isEmpty)
        #expect(try await store.texts() == ["first", "second"])
        #expect(try await lastSync(store) == 100)
        try await store.write { writer in
            try writer.reader.database.execute(sql: "INSERT INTO StorageLabel (id) VALUES ('1')")
        }
        try store.close()
    }

    @Test func `a field that is gone leaves the records and their versions`() async throws {
        let colour = ModelField(name: "colour", type: .string)
        try await makeStore(StorageNote.makeSchema([Self.id, Self.text, Self.done, colour]))
        let store = try fixture.open(version: "2")
        #expect(store.opening.modelsToSync.isEmpty)
        #expect(try await store.texts() == ["first", "second"])
        #expect(try await versions(store, "1", "2") == [3, 3])
        #expect(try await lastSync(store) == 100)
        let columns = try await store.read { reader in
            try reader.database.columns(in: Self.model).map(\.name)
        }
        #expect(columns == ["id", "done", "text"])
        try store.close()
    }

    @Test func `a required field removes the records and keeps what waits to be sent`() async throws {
        try await makeStore(StorageNote.makeSchema([Self.id, ModelField(name: "text", type: .string)]))
        let store = try fixture.open(version: "2")
        #expect(store.opening.modelsToSync == [Self.model])
        // No service has the records of a device without an API.
        #expect(store.opening.errors(path: "", isLocal: true).map(\.caseName) == ["decodingError"])
        #expect(store.opening.errors(path: "", isLocal: false).isEmpty)
        #expect(try await store.texts() == ["second"])
        #expect(try await versions(store, "1", "2") == [nil, 3])
        #expect(try await lastSync(store) == nil)
        #expect(try await store.eventIDs() == ["event-2"])
        try store.close()
    }

    @Test func `a changed key gives the waiting records their new keys`() async throws {
        try await makeStore(StorageNote.schema)
        let schema = StorageNote.makeSchema([Self.id, Self.text, Self.done], key: ["id", "text"])
        let store = try fixture.open([schema], version: "2")
        let key = ##""2"#"second""##
        #expect(store.opening.modelsToSync == [Self.model])
        #expect(try await store.texts() == ["second"])
        #expect(try await versions(store, "1", "2", key) == [nil, nil, 3])
        let events = try await store.read { reader in try reader.events(of: Self.model, key: key) }
        #expect(events.map(\.event.id) == ["event-2"])
        #expect(events.map(\.event.mutationType) == ["update"])
        try store.close()
    }

    @Test func `a model that is gone leaves its events, which are read again when it comes back`() async throws {
        try await makeStore(StorageNote.schema, and: [Self.label])
        let without = try fixture.open([Self.label], version: "2")
        #expect(without.opening.unreadableEvents.map(\.id) == ["event-2"])
        #expect(try await without.eventIDs() == [])
        let (count, has, kept) = try await without.read { reader in
            (
                try reader.outboxCount(), try reader.hasEvents(of: Self.model, key: "2"),
                try reader.unreadableEvents().map(\.event.json)
            )
        }
        #expect(count == 0)
        #expect(!has)
        #expect(kept == [#"{"id":"2","text":"second"}"#])
        try without.close()

        let same = try fixture.open([Self.label], version: "2")
        #expect(same.opening.unreadableEvents.isEmpty)
        try same.close()

        let back = try fixture.open([StorageNote.schema, Self.label], version: "3")
        #expect(back.opening.unreadableEvents.isEmpty)
        #expect(try await back.eventIDs() == ["event-2"])
        #expect(try await back.texts() == ["second"])
        try back.close()
    }

    @Test func `an event that a new version cannot read is reported once with its record`() async throws {
        let store = try fixture.open()
        try await store.append(StorageNote.event("1"), StorageNote.event("2", "second"))
        try store.close()
        let next = try fixture.open(version: "2")
        #expect(next.opening.unreadableEvents.map(\.json) == [#"{"id":"1"}"#])
        #expect(try await next.eventIDs() == ["event-2"])
        try await next.write { writer in try writer.remove(event: "event-1") }
        #expect(try await next.read { reader in try reader.unreadableEvents().isEmpty })
        try next.close()
    }

    @Test func `an opening says nothing of the events of a store that is cleared`() async throws {
        let store = try fixture.open()
        try await store.append(StorageNote.event("1"))
        try store.close()
        let next = try fixture.open(version: "2")
        #expect(next.opening.unreadableEvents.count == 1)
        try await next.clear()
        #expect(next.opening.unreadableEvents.isEmpty)
        try next.close()
    }

    @Test func `a migration that fails changes nothing`() async throws {
        try await makeStore(StorageNote.makeSchema([Self.id, Self.text]))
        // A view in the way of the new model's table.
        let other = try DatabaseQueue(path: fixture.place.path)
        try await other.write { database in try database.execute(sql: "CREATE VIEW StorageLabel AS SELECT 1 AS a") }
        try other.close()
        let relation = ModelField(
            name: "note", type: .model(name: Self.model),
            association: .belongsTo(associatedFieldName: nil, targetNames: ["noteId"]))
        let label = ModelSchema(
            name: "StorageLabel", fields: ["id": Self.id, "note": relation], primaryKeyFieldKeys: ["id"])
        #expect(throws: DataStoreError.self) { try fixture.open([StorageNote.schema, label], version: "2") }
        let store = try fixture.open([StorageNote.makeSchema([Self.id, Self.text])])
        #expect(store.opening.modelsToSync.isEmpty)
        #expect(try await store.texts() == ["first", "second"])
        #expect(try await lastSync(store) == 100)
        try store.close()
    }
}
