// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehouseData

/// Two nodes on one database: their subscribers, and the times of their syncs.
@Suite(.hangLimit)
struct SharedDatabaseTests {
    private static let schema = "type Todo @model @auth(rules: [{ allow: private }]) { title: String }"
    private static let listen = "subscription { onCreateTodo { title } }"

    /// A process with its own hub.
    private struct Node {
        let api: LiveAPI
        let pauses: Pauses
        /// How much later it is for the hub than at its start.
        let age: Age

        /// Makes a node on the database of another one, or on a new one.
        init(_ name: String, beside other: Node? = nil) async throws {
            let (pauses, age, start) = (Pauses(), Age(), ContinuousClock.now)
            self.pauses = pauses
            self.age = age
            api = try await LiveAPI(
                SharedDatabaseTests.schema, Fixture.versioned, beside: other?.api,
                events: DataEvents(
                    node: name, now: { start + age.value },
                    pause: { duration in
                        // Only the regular rounds wait for the test.
                        if duration != LogFollower.shortestPause { try await pauses.pause(duration) }
                    }))
        }

        func create(_ title: String) async throws {
            _ = try await api.data("mutation { createTodo(input: { title: \"\(title)\" }) { title } }", by: .alice)
        }

        /// The time from which the next sync begins, in seconds after the start of the clock.
        func syncTime() async throws -> Int? {
            let data = try await api.data("{ syncTodos { startedAt } }", by: .alice)
            guard case .int(let time)? = data["syncTodos"]?["startedAt"] else { return nil }
            return time / 1_000 - 1_800_000_000
        }

        func marks() async throws -> [ChangeMark] { try await api.store.read { try $0.changeMarks() } }
    }

    /// A time that a test sets.
    private final class Age: Sendable {
        private let age = Mutex(Duration.zero)

        var value: Duration { age.withLock { $0 } }

        func set(_ value: Duration) { age.withLock { $0 = value } }
    }

    private static func payload(_ title: String) -> String {
        #"{"data":{"onCreateTodo":{"title":"\#(title)"}}}"#
    }

    @Test
    func `a change reaches the subscribers of its node and of the other one, each once`() async throws {
        let one = try await Node("one")
        let two = try await Node("two", beside: one)
        try await one.create("before")
        let own = try await one.api.subscribe(Self.listen, by: .alice)
        let other = try await two.api.subscribe(Self.listen, by: .alice)
        try await one.create("a")
        #expect(try await own.next(1) == [Self.payload("a")])
        await two.pauses.end(LogFollower.interval)
        #expect(try await other.next(1) == [Self.payload("a")])
        try await two.create("b")
        #expect(try await other.next(1) == [Self.payload("b")])
        await one.pauses.end(LogFollower.interval)
        #expect(try await own.next(1) == [Self.payload("b")])
    }

    @Test
    func `a node without subscribers does not read the log, and one with them begins at its end`() async throws {
        let one = try await Node("one")
        let two = try await Node("two", beside: one)
        let first = try await two.api.subscribe(Self.listen, by: .alice)
        first.cancel()
        await two.pauses.end(LogFollower.interval)
        while two.api.events.readsLog { await Task.yield() }
        try await one.create("missed")
        let second = try await two.api.subscribe(Self.listen, by: .alice)
        try await one.create("a")
        await two.pauses.end(LogFollower.interval)
        #expect(try await second.next(1) == [Self.payload("a")])
    }

    @Test
    func `a change under a newer schema ends the subscriptions of the former one on each node`() async throws {
        let node = try await Node("one")
        let events = try await node.api.subscribe(Self.listen, by: .alice)
        let record = Record(
            model: "Todo", key: RecordID([.string("1")]), fields: ["id": .string("1")], version: 1, changedAt: 1)
        let change = LoggedChange(
            place: LoggedChange.Place(node: "other", number: 1), api: "one", revision: 1, kind: .create,
            record: record)
        try await node.api.store.write { writer in
            try writer.put(ChangeMark(node: "other", round: 1, seenAt: 1, openNumber: 1, openTime: 1))
            try writer.log(change, at: 1)
        }
        await node.pauses.end(LogFollower.interval)
        await #expect(throws: SubscriptionEnd.apiChanged) { _ = try await events.next(1) }
    }

    @Test
    func `a sync is to begin no later than the oldest change that is open on any node`() async throws {
        let one = try await Node("one")
        let two = try await Node("two", beside: one)
        let clock = ForwardClock(WallClock { [clock = one.api.clock] in clock.now })
        let prepared = PreparedAPI("one", try Fixture.api(Self.schema, Fixture.versioned), generation: 0)
        let place = one.api.events.place(in: prepared, by: clock)
        try await one.api.events.requireMark()
        one.api.clock.advance(by: .seconds(30))
        #expect(try await one.syncTime() == 0)
        #expect(try await two.syncTime() == 0)
        place.leave()
        #expect(try await one.syncTime() == 30)
        await one.pauses.end(ChangeMarks.interval)
        // The next round begins after the mark of this one was written.
        await one.pauses.end(ChangeMarks.interval)
        #expect(try await two.syncTime() == 30)
    }

    @Test
    func `a change whose outcome is unknown counts as open for a minute`() async throws {
        let node = try await Node("one")
        let clock = ForwardClock(WallClock { [clock = node.api.clock] in clock.now })
        let prepared = PreparedAPI("one", try Fixture.api(Self.schema, Fixture.versioned), generation: 0)
        node.api.events.place(in: prepared, by: clock).leaveInDoubt()
        node.api.clock.advance(by: .seconds(59))
        node.age.set(.seconds(59))
        #expect(try await node.syncTime() == 0)
        node.age.set(.seconds(60))
        #expect(try await node.syncTime() == 59)
    }

    @Test
    func `a node writes marks while it makes changes, and the last one says that it makes none`() async throws {
        let node = try await Node("one")
        #expect(try await node.marks() == [])
        try await node.create("a")
        #expect(try await node.marks().map(\.openTime) == [1_800_000_000_000])
        for _ in 0...ChangeMarks.idleRounds { await node.pauses.end(ChangeMarks.interval) }
        while try await node.marks().first?.openTime != nil { await Task.yield() }
        #expect(try await node.marks().map(\.openNumber) == [2])
        try await node.create("b")
        #expect(try await node.marks().map(\.openTime) == [1_800_000_000_000])
    }

    @Test
    func `subscriptions that may have missed changes end, and none begins that cannot read the log`() async throws {
        let node = try await Node("one")
        let events = try await node.api.subscribe(Self.listen, by: .alice)
        node.age.set(.seconds(6))
        #expect(node.api.events.warning?.contains("the change log could not be read for 6 seconds") == true)
        node.api.statements.fail()
        node.age.set(.seconds(301))
        await node.pauses.end(LogFollower.interval)
        await #expect(throws: SubscriptionEnd.changesLost) { _ = try await events.next(1) }
        #expect(node.api.events.warning == nil)
        await #expect(throws: DataRefusal.self) { _ = try await node.api.subscribe(Self.listen, by: .alice) }
        #expect(node.api.events.count == 0)
    }
}
