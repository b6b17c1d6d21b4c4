// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// The rows of the outbox and of the metadata.
@Suite(.hangLimit) struct OutboxRowTests {
    private static let model = StorageNote.modelName
    private let fixture: StorageFixture
    private let store: LocalStore

    init() throws {
        fixture = try StorageFixture()
        store = try fixture.open()
    }

    private static func version(_ key: String, _ number: Int, of model: String = model) -> MutationSyncMetadata {
        MutationSyncMetadata(modelId: key, modelName: model, deleted: false, lastChangedAt: 1, version: number)
    }

    @Test func `an entry is read as it was stored`() async throws {
        var event = StorageNote.event("1", "text", .delete)
        event.version = 4
        event.graphQLFilterJSON = "{}"
        let entry = OutboxEntry(event: event, user: "ada", attempts: 2, lastError: "offline", base: #"{"id":"1"}"#)
        let sequence = try await store.write { writer in try writer.append(entry) }
        let found = try #require(try await store.read { reader in try reader.nextEvents(limit: 1).first })
        #expect(found.sequence == sequence)
        #expect(found.event.id == event.id)
        #expect(found.event.modelId == "1")
        #expect(found.event.modelName == Self.model)
        #expect(found.event.json == event.json)
        #expect(found.event.mutationType == "delete")
        #expect(found.event.createdAt.iso8601String == event.createdAt.iso8601String)
        #expect(found.event.version == 4)
        #expect(!found.event.inProcess)
        #expect(found.event.graphQLFilterJSON == "{}")
        #expect(found.user == "ada")
        #expect(found.attempts == 2)
        #expect(found.lastError == "offline")
        #expect(found.base == #"{"id":"1"}"#)
        try store.close()
    }

    @Test func `a replaced entry keeps its place, and new ones come last`() async throws {
        try await store.append(StorageNote.event("1", "a"), StorageNote.event("2", "b"))
        try await store.write { writer in
            guard var entry = try writer.reader.event(id: "event-1") else { return }
            entry.event.json = "{}"
            entry.attempts = 1
            try writer.replace(entry)
            try writer.replace(OutboxEntry(event: StorageNote.event("9", "gone")))
        }
        try await store.append(StorageNote.event("3", "c"))
        let entries = try await store.read { reader in try reader.nextEvents(limit: 10) }
        #expect(entries.map(\.event.id) == ["event-1", "event-2", "event-3"])
        #expect(entries.map(\.event.json).first == "{}")
        #expect(entries.map(\.attempts) == [1, 0, 0])
        let count = try await store.read { reader in try reader.outboxCount() }
        #expect(count == 3)
        try store.close()
    }

    @Test func `the place of a removed entry is not given again`() async throws {
        try await store.append(StorageNote.event("1", "a"))
        let places = try await store.write { writer in
            let first = try writer.reader.nextEvents(limit: 1).map(\.sequence)
            try writer.remove(event: "event-1")
            return first + [try writer.append(OutboxEntry(event: StorageNote.event("2", "b")))]
        }
        #expect(places[1] > places[0])
        try store.close()
    }

    @Test func `events on their way are marked until all marks are taken away`() async throws {
        try await store.append(StorageNote.event("1", "a"), StorageNote.event("2", "b"))
        let marks = try await store.write { writer in
            try writer.setInProcess("event-2")
            let marked = try writer.reader.nextEvents(limit: 2).map(\.event.inProcess)
            try writer.resetInProcess()
            return marked + (try writer.reader.events(of: Self.model, key: "2").map(\.event.inProcess))
        }
        #expect(marks == [false, true, false])
        let has = try await store.read { reader in
            [try reader.hasEvents(of: Self.model, key: "1"), try reader.hasEvents(of: "Other", key: "1")]
        }
        #expect(has == [true, false])
        try store.close()
    }

    @Test func `a sync state has its view, and keeps it`() async throws {
        let origin = SyncOrigin(user: "ada", mode: "userPools", predicate: nil)
        try await store.write { writer in
            try writer.put(ModelSyncMetadata(id: Self.model, lastSync: 7, syncPredicate: "{}"), origin: origin)
            try writer.put(ModelSyncMetadata(id: Self.model, lastSync: 8, syncPredicate: nil))
        }
        let (state, view, other) = try await store.read { reader in
            (
                try reader.syncState(of: Self.model), try reader.syncOrigin(of: Self.model),
                try reader.syncState(of: "Other")
            )
        }
        #expect(state?.lastSync == 8)
        #expect(state?.syncPredicate == nil)
        #expect(view == origin)
        #expect(other == nil)
        try store.close()
    }

    @Test func `records of the same view that a sync has not seen are found, except with events`() async throws {
        let unseen = try await store.write { writer in
            let mine = try writer.number(of: SyncOrigin(user: "ada"))
            let other = try writer.number(of: SyncOrigin(user: "bob"))
            for key in ["seen", "gone", "waits"] { try writer.put(Self.version(key, 1), origin: mine) }
            try writer.put(Self.version("others", 1), origin: other)
            try writer.put(Self.version("local", 1))
            try writer.append(OutboxEntry(event: StorageNote.event("waits", "a")))
            try writer.beginSeen(of: Self.model)
            try writer.markSeen(["seen", "seen"], of: Self.model)
            let before = try writer.unseen(of: Self.model, origin: mine, limit: 10).map(\.modelId)
            try writer.beginSeen(of: Self.model)
            let after = try writer.unseen(
                of: Self.model, origin: try writer.number(of: SyncOrigin(user: "ada")), limit: 10)
            return [before, after.map(\.modelId)]
        }
        #expect(unseen == [["gone"], ["gone", "seen"]])
        try store.close()
    }
}
