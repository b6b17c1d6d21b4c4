// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehouseData

/// What the hub of events knows about itself.
@Suite(.hangLimit)
struct EventTallyTests {
    private static let schema = "type Todo @model @auth(rules: [{ allow: private }]) { title: String }"
    private static let listen = "subscription { onCreateTodo { title } }"
    private static let create = "mutation { createTodo(input: {title: \"x\"}) { title } }"

    @Test
    func `the hub counts subscriptions, events and dropped readers of each API`() async throws {
        let api = try await LiveAPI(Self.schema, limits: DataLimits(waitingEvents: 2))
        let other = try await LiveAPI(Self.schema, id: "two", beside: api)
        let reader = try await api.subscribe(Self.listen, by: .alice)
        let slow = try await api.subscribe(Self.listen, by: .bob)
        for _ in 0..<3 {
            _ = try await api.data(Self.create, by: .alice)
            if api.events.tallies["one"]?.dropped == 0 { _ = try await reader.next(1) }
        }
        #expect(api.events.tallies == ["one": EventTally(subscribers: 1, events: 5, dropped: 1)])
        await #expect(throws: SubscriptionEnd.tooSlow) { _ = try await slow.next(1) }
        reader.cancel()
        let last = try await other.subscribe(Self.listen, by: .alice)
        #expect(
            api.events.tallies == [
                "one": EventTally(subscribers: 0, events: 5, dropped: 1), "two": EventTally(subscribers: 1),
            ])
        last.cancel()
    }

    @Test
    func `the hub warns while a change waits longer than a sync reaches back`() throws {
        let start = ContinuousClock.now
        let age = Mutex(Duration.zero)
        let hub = DataEvents(now: { start + age.withLock { $0 } })
        let prepared = PreparedAPI("one", try Fixture.api(Self.schema), generation: 1)
        let clock = ForwardClock(.system)
        func take() -> EventPlace {
            let place = hub.place(in: prepared, by: clock)
            place.take(RecordChange(.create, Record(model: "Todo", key: RecordID([.string("1")]), fields: [:])))
            return place
        }
        #expect(hub.lag == .zero && hub.warning == nil)
        let first = take()
        age.withLock { $0 = .seconds(5) }
        let second = take()
        #expect(hub.lag == .seconds(5) && hub.warning == nil)
        age.withLock { $0 = .seconds(7) }
        second.deliver()
        #expect(hub.lag == .seconds(7))
        #expect(hub.warning?.contains("a change has waited 7 seconds for its commit") == true)
        first.leave()
        #expect(hub.lag == .zero && hub.warning == nil)
    }
}
