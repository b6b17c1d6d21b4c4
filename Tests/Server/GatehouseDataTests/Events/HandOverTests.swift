// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehouseData

/// Changes for more subscribers than a mutation serves itself.
@Suite(.hangLimit)
struct HandOverTests {
    private let work: HeldWork
    private let hub: DataEvents
    private let prepared: PreparedAPI
    private let clock = ForwardClock(.system)

    init() throws {
        let work = HeldWork()
        self.work = work
        hub = DataEvents(
            limits: DataLimits(waitingEvents: 10, waitingBytes: 20_000), start: { work.hold($0) })
        prepared = PreparedAPI(
            "one", try Fixture.api("type Todo @model @auth(rules: [{ allow: private }]) { title: String }"),
            generation: 2)
    }

    private func subscribe(
        _ count: Int = 40, _ scope: RecordScope = .everything, generation: Int = 2
    ) -> [EventMailbox] {
        (0..<count).map { _ in
            hub.subscribe(
                to: [DataEvents.Topic(api: "one", model: "Todo", kind: .update)], scope, generation: generation,
                limits: DataLimits())
        }
    }

    /// Commits versions of a record.
    private func commit(_ versions: ClosedRange<Int>, owner: GraphQLValue = .null, title: String = "") {
        for version in versions {
            let place = hub.place(in: prepared, by: clock)
            let record = Record(
                model: "Todo", key: RecordID([.string("1")]), fields: ["owner": owner, "title": .string(title)],
                version: version)
            place.take(RecordChange(.update, record))
            place.deliver()
        }
    }

    /// The versions of the next changes.
    private func next(_ count: Int, of mailbox: EventMailbox) async throws -> [Int] {
        var versions: [Int] = []
        while versions.count < count, let change = try await mailbox.next() { versions.append(change.record.version) }
        return versions
    }

    private var events: Int { hub.tallies["one"]?.events ?? 0 }

    @Test
    func `many subscribers get a change apart from its mutation`() async throws {
        let mailboxes = subscribe()
        commit(1...1)
        #expect(events < 10 && work.started == 1)
        await work.run()
        #expect(events == 40)
        for mailbox in mailboxes { #expect(try await next(1, of: mailbox) == [1]) }
    }

    @Test
    func `few subscribers have a change before its mutation ends`() async throws {
        let mailboxes = subscribe(5)
        commit(1...1)
        #expect(events == 5 && work.started == 0)
        for mailbox in mailboxes { #expect(try await next(1, of: mailbox) == [1]) }
    }

    @Test
    func `one task hands changes over in the order of the commits`() async throws {
        let mailboxes = subscribe()
        commit(1...3)
        #expect(work.started == 1)
        await work.run()
        commit(4...5)
        #expect(work.started == 2)
        await work.run()
        for mailbox in mailboxes { #expect(try await next(5, of: mailbox) == [1, 2, 3, 4, 5]) }
    }

    @Test
    func `subscriptions that end or begin while a change waits do not get it`() async throws {
        let former = subscribe()
        commit(1...1)
        let served = events
        for mailbox in former { hub.remove(mailbox) }
        let latter = subscribe()
        commit(2...2)
        await work.run()
        #expect(events == served + 40)
        for mailbox in former { #expect(try await mailbox.next() == nil) }
        for mailbox in latter { #expect(try await next(1, of: mailbox) == [2]) }
    }

    @Test
    func `a change reaches a subscriber that several owners select once`() async {
        _ = subscribe(
            40,
            .members([
                RecordScope.Membership("owner", ["a", "b"]), RecordScope.Membership("editors", ["a"]),
            ]))
        commit(1...1, owner: .list([.string("a"), .string("b")]))
        await work.run()
        #expect(events == 40)
    }

    @Test
    func `subscriptions of an older schema end when a change of a newer one reaches them`() async {
        let mailboxes = subscribe(generation: 1)
        commit(1...1)
        await work.run()
        #expect(hub.count == 0 && events == 0)
        for mailbox in mailboxes {
            await #expect(throws: SubscriptionEnd.apiChanged) { try await mailbox.next() }
        }
    }

    @Test(arguments: [(0, 10), (3_000, 6)])
    func `mutations hand over what is above the bounds of the changes that wait`(length: Int, most: Int) async throws {
        let mailboxes = subscribe()
        commit(1...30, title: String(repeating: "x", count: length))
        #expect(events >= (30 - most) * 40 && events < 30 * 40)
        await work.run()
        #expect(events == 30 * 40 && work.started == 1)
        for mailbox in mailboxes { #expect(try await next(30, of: mailbox) == Array(1...30)) }
    }

    @Test
    func `the changes of a deleted API are dropped`() async throws {
        let mailboxes = subscribe()
        commit(1...2)
        hub.end(api: "one")
        await work.run()
        #expect(hub.tallies.isEmpty)
        for mailbox in mailboxes {
            await #expect(throws: SubscriptionEnd.apiChanged) { try await mailbox.next() }
        }
        let later = subscribe()
        commit(3...3)
        await work.run()
        for mailbox in later { #expect(try await next(1, of: mailbox) == [3]) }
    }
}

/// The work that a hub starts, which begins when a test wants it.
private final class HeldWork: Sendable {
    private struct State {
        var started = 0
        var held: [@Sendable () async -> Void] = []
    }

    private let state = Mutex(State())

    /// The number of tasks that the hub has started.
    var started: Int { state.withLock(\.started) }

    func hold(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.started += 1
            state.held.append(work)
        }
    }

    /// Does the work.
    func run() async {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for work in held { await work() }
    }
}
