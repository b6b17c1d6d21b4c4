// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehouseData

/// Mailboxes of subscribers that have no task while nothing happens.
@Suite(.hangLimit)
struct EventMailboxTests {
    private static let schema = "type Todo @model @auth(rules: [{ allow: private }]) { title: String }"

    /// Counts its calls.
    private final class Bell: Sendable {
        private let count = Mutex(0)
        var rings: Int { count.withLock { $0 } }
        @Sendable func ring() { count.withLock { $0 += 1 } }
    }

    private let mailbox = EventMailbox(1, generation: 1, events: 2, bytes: 1_000)
    private let bell = Bell()

    private func change(_ version: Int) -> RecordChange {
        RecordChange(.update, Record(model: "Todo", key: RecordID([.string("1")]), fields: [:], version: version))
    }

    @Test
    func `a subscriber is called once, at the next event or at once if one waits`() throws {
        mailbox.whenReady(bell.ring)
        #expect(bell.rings == 0)
        for version in 1...2 { #expect(mailbox.offer(change(version)) == .taken) }
        #expect(bell.rings == 1)
        #expect(try mailbox.takeNow()?.record.version == 1)
        mailbox.whenReady(bell.ring)
        #expect(bell.rings == 2)
        #expect(try mailbox.takeNow()?.record.version == 2)
        #expect(try mailbox.takeNow() == nil)
        #expect(mailbox.offer(change(3)) == .taken)
        #expect(bell.rings == 2)
    }

    @Test
    func `a subscriber is called at the end by the server, and not at its own`() throws {
        mailbox.whenReady(bell.ring)
        mailbox.end(.apiChanged)
        #expect(bell.rings == 1)
        #expect(throws: SubscriptionEnd.apiChanged) { try mailbox.takeNow() }
        mailbox.whenReady(bell.ring)
        #expect(bell.rings == 2)
        let left = EventMailbox(2, generation: 1, events: 2, bytes: 1_000)
        left.whenReady(bell.ring)
        left.end(nil)
        left.whenReady(bell.ring)
        #expect(bell.rings == 2)
        #expect(try left.takeNow() == nil)
    }

    @Test
    func `a subscriber that takes nothing is cut off`() throws {
        mailbox.whenReady(bell.ring)
        for version in 1...2 { #expect(mailbox.offer(change(version)) == .taken) }
        #expect(mailbox.offer(change(3)) == .tooMany)
        #expect(throws: SubscriptionEnd.tooSlow) { try mailbox.takeNow() }
        #expect(bell.rings == 1)
    }

    @Test
    func `a subscription without a task has the payloads that its caller may have`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe("subscription { onCreateTodo { title } }", by: .alice)
        subscription.whenReady(bell.ring)
        #expect(try await subscription.nextWaiting() == nil)
        _ = try await api.data(#"mutation { createTodo(input: { title: "x" }) { id } }"#, by: .bob)
        #expect(bell.rings == 1)
        let payload = try #require(try await subscription.nextWaiting())
        #expect(LiveAPI.text(.object(payload)) == #"{"data":{"onCreateTodo":{"title":"x"}}}"#)
        subscription.cancel()
        #expect(try await subscription.nextWaiting() == nil)
    }
}
