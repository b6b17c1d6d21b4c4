// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

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

    @Test func `observers receive all changes of a commit, however many there are`() async throws {
        let device = try LocalDevice()
        var events = device.plugin.observe(Todo.self).makeAsyncIterator()
        let todo = try await device.add("first")
        let changes = try (0...ReaderRoom.limit).map { number in
            let record = Todo(id: "\(number)", title: todo.title)
            return RecordChange(
                event: try MutationEvent(untypedModel: record, mutationType: .delete), record: record, origin: .app)
        }
        try await device.plugin.opened().store.feed.send(changes)
        try await device.add("last")
        #expect(try await events.next()?.modelId == todo.id)
        var missing: [String] = []
        for change in changes {
            let id = try await events.next()?.modelId
            if id != change.event.modelId { missing.append(change.event.modelId) }
        }
        #expect(missing.isEmpty)
        #expect(try await events.next()?.decodeModel(as: Todo.self).title == "last")
        await device.plugin.reset()
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

    @Test func `the relations of an event's record are loaded from the app's store`() async throws {
        let folder = try TemporaryFolder()
        // No other plugin of this process has its store.
        let plugin = try plugin(in: folder, LocalDevice.models, isOfApp: true)
        let list = TodoList(name: "Shopping")
        try await plugin.save(list)
        try await plugin.save(Todo(title: "Tea", list: list))
        var lists = plugin.observe(TodoList.self).makeAsyncIterator()
        var todos = plugin.observe(Todo.self).makeAsyncIterator()
        for record in try await plugin.query(TodoList.self) { try await plugin.save(record) }
        for record in try await plugin.query(Todo.self) { try await plugin.save(record) }
        let listEvent = try #require(try await lists.next())
        let savedList = try listEvent.decodeModel(as: TodoList.self)
        try await savedList.todos?.fetch()
        #expect(savedList.todos?.map(\.title) == ["Tea"])
        let todoEvent = try #require(try await todos.next())
        let savedTodo = try todoEvent.decodeModel(as: Todo.self)
        #expect(try await savedTodo.list?.name == "Shopping")
        await plugin.reset()
    }

    @Test func `a record is observed when the record that it requires arrives and changes`() async throws {
        let folder = try TemporaryFolder()
        let models: [any Model.Type] = [EagerOwner.self, EagerPet.self, EagerToy.self]
        for model in models { ModelRegistry.register(modelType: model) }
        let plugin = try plugin(in: folder, models.map { $0.schema })
        var pet = EagerPet(id: "p", name: "Rex")
        try await plugin.save(EagerToy(id: "t", pet: pet))
        var snapshots = plugin.observeQuery(for: EagerToy.self).makeAsyncIterator()
        #expect(try await snapshots.next()?.items.map(\.pet.name) == [])
        try await plugin.save(pet)
        #expect(try await snapshots.next()?.items.map(\.pet.name) == ["Rex"])
        pet.name = "Max"
        try await plugin.save(pet)
        #expect(try await snapshots.next()?.items.map(\.pet.name) == ["Max"])
        await plugin.reset()
    }

    private func plugin(
        in folder: TemporaryFolder, _ models: [ModelSchema], isOfApp: Bool = false
    ) throws -> AWSDataStorePlugin {
        var parts = DataStoreParts()
        parts.place = StorePlace(folder: folder.path("store"), name: "test")
        parts.models = { models }
        parts.api = { nil }
        parts.session = { _ in DataStoreSession(user: { nil }).state }
        parts.isSignedOut = { true }
        parts.isOfApp = isOfApp
        parts.reports = HubReports { _ in }
        let plugin = AWSDataStorePlugin(.default, registering: AmplifyModels(), parts)
        try plugin.configure(using: nil)
        return plugin
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
