// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Observers of a device without an API.
@Suite(.hangLimit) struct LocalObservingTests {
    private typealias Snapshot = DataStoreQuerySnapshot<Todo>

    @Test func `observers receive the changes after their call, in order`() async throws {
        let device = try LocalDevice()
        try await device.add("before")
        var events = device.plugin.observe(Todo.self).makeAsyncIterator()
        var tea = try await device.add("Tea")
        _ = try await device.plugin.save(TodoList(name: "Shopping"))
        tea.title = "Green tea"
        try await device.plugin.save(tea)
        try await device.plugin.delete(tea)
        var seen: [String] = []
        for _ in 0..<3 {
            let event = try #require(try await events.next())
            seen.append("\(event.mutationType) \(try event.decodeModel(as: Todo.self).title)")
        }
        #expect(seen == ["create Tea", "update Green tea", "delete Green tea"])
        await device.plugin.reset()
        #expect(try await events.next() == nil)
    }

    @Test func `an observer before the first call misses nothing`() async throws {
        let device = try LocalDevice()
        var events = device.plugin.observe(Todo.self).makeAsyncIterator()
        try await device.add("Tea")
        #expect(try await events.next()?.decodeModel(as: Todo.self).title == "Tea")
    }

    @Test func `a query is observed from its result on, one snapshot for each change`() async throws {
        let device = try LocalDevice()
        for title in ["Tea", "Bread"] { try await device.add(title) }
        let sequence = device.plugin.observeQuery(
            for: Todo.self, where: Todo.keys.title != "Rice", sort: .ascending(Todo.keys.title))
        var snapshots = sequence.makeAsyncIterator()
        #expect(try await snapshots.next()?.items.map(\.title) == ["Bread", "Tea"])
        var milk = try await device.add("Milk")
        #expect(try await snapshots.next()?.items.map(\.title) == ["Bread", "Milk", "Tea"])
        milk.title = "Yoghurt"
        try await device.plugin.save(milk)
        #expect(try await snapshots.next()?.items.map(\.title) == ["Bread", "Tea", "Yoghurt"])
        milk.title = "Rice"
        try await device.plugin.save(milk)
        #expect(try await snapshots.next()?.items.map(\.title) == ["Bread", "Tea"])
        try await device.plugin.clear()
        #expect(try await snapshots.next()?.items.map(\.title) == [])
    }

    @Test func `changes are reported together until the model is synced`() async throws {
        let (pauses, device) = (Pauses(), try LocalDevice())
        let clock = ManualClock().clock
        let synced = SyncedModels()
        synced.begin()
        let sequence = AmplifyAsyncThrowingSequence<Snapshot>()
        let observation = QueryObservation(
            ObservedQuery<Todo>(where: nil, sort: nil), sequence.continuation, synced: synced, batchSize: 3,
            clock: ClientClock(
                now: clock.now, uptime: clock.uptime, sleep: { try await pauses.pause($0) }))
        let observer = synced.observe("Todo") { observation.setSynced($0) }
        let id = device.plugin.life.receivers.add(observation.receiver)
        let work = Task { await observation.run() }
        var snapshots = sequence.makeAsyncIterator()
        _ = try await device.titles()
        #expect(try await snapshots.next().map { "\($0.items.count) \($0.isSynced)" } == "0 false")
        // The time of a batch.
        try await device.add("1")
        await pauses.end(.seconds(2))
        #expect(try await snapshots.next().map { "\($0.items.count) \($0.isSynced)" } == "1 false")
        // The size of a batch.
        for number in 2...4 { try await device.add("\(number)") }
        #expect(try await snapshots.next().map { "\($0.items.count) \($0.isSynced)" } == "4 false")
        // The end of the first exchange.
        synced.insert("Todo")
        #expect(try await snapshots.next().map { "\($0.items.count) \($0.isSynced)" } == "4 true")
        try await device.add("5")
        #expect(try await snapshots.next().map { "\($0.items.count) \($0.isSynced)" } == "5 true")

        synced.remove(observer: observer)
        device.plugin.life.receivers.remove(id)
        work.cancel()
        await work.value
    }

    @Test func `a publisher has the changes after the subscription`() async throws {
        let device = try LocalDevice()
        try await device.add("before")
        let titles = Relay<String>()
        let subscription = device.plugin.publisher(for: "Todo").sink(
            receiveCompletion: { _ in titles.close() },
            receiveValue: { event in titles.send((try? event.decodeModel(as: Todo.self).title) ?? "unreadable") })
        try await device.add("Tea")
        #expect(await titles.next() == "Tea")
        await device.plugin.reset()
        #expect(await titles.next() == nil)
        subscription.cancel()
    }
}
