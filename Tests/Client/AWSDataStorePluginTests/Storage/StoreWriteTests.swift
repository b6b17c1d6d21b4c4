// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GRDB
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// Writes, their changes and their failures.
@Suite(.hangLimit) struct StoreWriteTests {
    private struct Refusal: Error {}

    private let fixture: StorageFixture
    private let store: LocalStore

    init() throws {
        fixture = try StorageFixture()
        store = try fixture.open()
    }

    private static func change(_ id: String, of model: String = StorageNote.modelName) -> RecordChange {
        let event = MutationEvent(modelId: id, modelName: model, json: "{}", mutationType: .create)
        return RecordChange(event: event, record: StorageNote(id: id, text: "text"), origin: .app)
    }

    /// Adds an event and the change of the same record.
    private func add(_ id: String) async throws {
        try await store.write { writer in
            try writer.append(OutboxEntry(event: StorageNote.event(id, "text")))
            writer.changes.add(Self.change(id))
        }
    }

    @Test func `a write that fails leaves nothing and tells nothing`() async throws {
        let changes = store.feed.changes(of: nil)
        let error = await dataStoreError {
            try await store.write { writer in
                try writer.append(OutboxEntry(event: StorageNote.event("1", "text")))
                writer.changes.add(Self.change("1"))
                throw Refusal()
            }
        }
        #expect(error?.underlyingError is Refusal)
        try await add("2")
        #expect(try await store.eventIDs() == ["event-2"])
        try store.close()
        #expect(await keys(of: changes) == ["2"])
    }

    @Test func `many writes at once succeed or fail each for itself, and the feed has the order of the commits`()
        async throws
    {
        let changes = store.feed.changes(of: nil)
        let failures = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do throws(DataStoreError) {
                        try await store.write(number.isMultiple(of: 2) ? .power : .process) { writer in
                            try writer.append(OutboxEntry(event: StorageNote.event("\(number)", "text")))
                            writer.changes.add(Self.change("\(number)"))
                            if number.isMultiple(of: 10) { throw Refusal() }
                        }
                        return false
                    } catch {
                        guard error.underlyingError is Refusal else { throw error }
                        return true
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 20)
        let stored = try await store.read { reader in try reader.nextEvents(limit: 1_000).map(\.event.modelId) }
        #expect(stored.count == 180)
        try store.close()
        #expect(await keys(of: changes) == stored)
    }

    @Test func `a change is with the readers when its write returns`() async throws {
        var changes = store.feed.changes(of: [StorageNote.modelName]).makeAsyncIterator()
        try await add("1")
        #expect(await changes.next()?.event.modelId == "1")
        let none = store.feed.changes(of: ["Other"])
        try await add("2")
        store.feed.finish()
        #expect(await keys(of: none) == [])
        #expect(await changes.next()?.event.modelId == "2")
        #expect(await changes.next() == nil)
        #expect(await keys(of: store.feed.changes(of: nil)) == [])
        try store.close()
    }

    @Test func `the stream of a slow reader ends with a mark, and others get everything`() async throws {
        let gap = FeedGap()
        let other = FeedGap()
        let slow = store.feed.changes(of: nil, gap: gap)
        let model = store.feed.changes(of: ["Other"], gap: other)
        // One commit may have more changes than a reader may leave unread, and as many may follow.
        let large = (0...ReaderRoom.limit).map { Self.change("\($0)") }
        store.feed.send(large)
        store.feed.send(Array(large.dropLast()))
        store.feed.send([Self.change("further"), Self.change("last", of: "Other")])
        #expect(!gap.isSet)
        store.feed.send([Self.change("too many")])
        #expect(gap.isSet)
        #expect(!other.isSet)
        #expect(await keys(of: slow).count == 2 * large.count + 2)
        store.feed.finish()
        #expect(await keys(of: model) == ["last"])
        #expect(!other.isSet)
        try store.close()
    }

    @Test func `a second large commit ends a reader that has not caught up`() async throws {
        let gap = FeedGap()
        let slow = store.feed.changes(of: nil, gap: gap)
        let large = (0...ReaderRoom.limit).map { Self.change("\($0)") }
        store.feed.send(large)
        store.feed.send(large)
        #expect(gap.isSet)
        #expect(await keys(of: slow).count == large.count + 1)
        try store.close()
    }

    @Test func `a full disk is named with its cure, and leaves the store as it was`() async throws {
        try await store.insert([("1", "first")])
        try await store.write { writer in
            let database = writer.reader.database
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
        }
        let large = String(repeating: "x", count: 100_000)
        let error = await dataStoreError { try await store.insert([("2", "small"), ("3", large)]) }
        let found = try #require(error)
        guard case .internalOperation(let description, let suggestion, let cause) = found else { throw found }
        #expect(description.contains("the disk is full"))
        #expect(suggestion.contains(fixture.place.folder))
        #expect((cause as? StoreProblem)?.kind == .diskFull)
        #expect(!store.isDamaged)
        #expect(try await store.texts() == ["first"])

        try await store.write { writer in
            _ = try Int.fetchOne(writer.reader.database, sql: "PRAGMA max_page_count = 1000000")
        }
        try await store.insert([("2", "small"), ("3", large)])
        #expect(try await store.texts() == ["first", "small", large])
        try store.close()
    }

    @Test func `the errors of a body keep their type`() async throws {
        let error = await dataStoreError {
            _ = try await store.read { _ -> Int in throw DataStoreError.invalidModelName("Nothing") }
        }
        let found = try #require(error)
        guard case .invalidModelName("Nothing") = found else { throw found }
        try store.close()
    }

    @Test func `clear removes everything and keeps the store`() async throws {
        try await store.insert([("1", String(repeating: "x", count: 100_000))])
        try await add("1")
        try await store.write { writer in
            try writer.put(
                MutationSyncMetadata(
                    modelId: "1", modelName: "StorageNote", deleted: false, lastChangedAt: 1, version: 1))
            try writer.put(ModelSyncMetadata(id: "StorageNote", lastSync: 1), origin: SyncOrigin(user: "ada"))
        }
        try await store.clear()
        let isEmpty = try await store.read { reader in
            try reader.outboxCount() == 0 && reader.metadata(of: "StorageNote", key: "1") == nil
                && reader.syncState(of: "StorageNote") == nil
        }
        #expect(isEmpty)
        #expect(try await store.texts() == [])
        try await store.insert([("2", "next")])
        #expect(try await store.texts() == ["next"])
        try store.close()
    }
}
