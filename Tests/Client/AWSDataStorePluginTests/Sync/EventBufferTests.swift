// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// The events of subscriptions before they are in the store.
@Suite struct EventBufferTests {
    private static func event(_ id: Int, user: String = "ada") -> EventBuffer.Event {
        EventBuffer.Event(
            record: .remote(PublicRecord(id: "\(id)"), 1),
            mode: SyncMode(choice: .inferred, caller: Caller(userPool: user, openID: nil)))
    }

    private static func ids(_ events: [EventBuffer.Event]) -> [String] { events.map(\.record.syncMetadata.modelId) }

    @Test func `events are held until the release, and come in their order`() {
        var buffer = EventBuffer()
        for id in 1...5 { buffer.add(Self.event(id)) }
        #expect(buffer.take(10).isEmpty)
        buffer.release()
        #expect(Self.ids(buffer.take(2)) == ["1", "2"])
        buffer.add(Self.event(6))
        #expect(Self.ids(buffer.take(10)) == ["3", "4", "5", "6"])
        #expect(buffer.take(10).isEmpty && buffer.count == 0)
        buffer.hold()
        buffer.add(Self.event(7))
        #expect(buffer.take(10).isEmpty && buffer.count == 1)
    }

    @Test func `a part has the events of one user`() {
        var buffer = EventBuffer()
        buffer.release()
        for (id, user) in [(1, "ada"), (2, "ada"), (3, "grace"), (4, "ada")] { buffer.add(Self.event(id, user: user)) }
        #expect(Self.ids(buffer.take(10)) == ["1", "2"])
        #expect(Self.ids(buffer.take(10)) == ["3"])
        #expect(Self.ids(buffer.take(10)) == ["4"])
    }

    @Test func `one event more than the limit drops the others, and the model has to be synced`() {
        var buffer = EventBuffer()
        for id in 0..<EventBuffer.limit { buffer.add(Self.event(id)) }
        #expect(buffer.count == EventBuffer.limit && !buffer.needsSync)
        buffer.add(Self.event(-1))
        #expect(buffer.count == 1 && buffer.needsSync)
        // The sync that begins now reads the lost events.
        buffer.hold()
        #expect(!buffer.needsSync)
    }

    @Test func `parts that were taken do not count for the limit`() {
        var buffer = EventBuffer()
        buffer.release()
        for id in 0..<(3 * EventBuffer.limit) {
            buffer.add(Self.event(id))
            if id % 10 == 9 { #expect(buffer.take(10).count == 10) }
        }
        #expect(buffer.count == 0 && !buffer.needsSync)
    }
}
