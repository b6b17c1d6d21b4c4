// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Synchronization
import Testing

/// Changes of one record on two devices, one of which has no network.
@Suite(.hangLimit) struct ConflictTests {
    /// The texts of the records of each conflict that the handler gets.
    private final class Seen: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ records: (any Model)?...) {
            let contents = records.map { ($0 as? OwnerRecord)?.content ?? "" }
            texts.withLock { $0.append(contents.joined(separator: " / ")) }
        }
    }

    /// Lets both devices change a record, the phone without a network, and waits until both have the same.
    private func outcome(
        of decide: @escaping @Sendable (DataStoreConflictData) -> DataStoreConflictHandlerResult
    ) async throws -> (content: [String], seen: [String]) {
        let seen = Seen()
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .optimistic)
        let (phone, tablet) = try await house.pair(
            settings: .custom(conflictHandler: { data, resolve in
                seen.add(data.local, data.remote)
                resolve(decide(data))
            }))
        let note = try await phone.add("Tea")
        try await phone.waitForSync()
        let copy = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }[0]

        phone.goOffline()
        try await phone.change(note, to: "of the phone")
        try await tablet.change(copy, to: "of the tablet")
        try await tablet.waitForSync()
        phone.goOnline()
        try await phone.waitForSync()
        try await phone.syncAgain()
        try await tablet.syncAgain()
        let content = try await phone.contents(of: OwnerRecord.self)
        #expect(try await tablet.contents(of: OwnerRecord.self) == content)
        #expect(try await phone.served(OwnerRecord.self).contents == content)
        return (content, seen.all)
    }

    @Test func `the app can take the record of the service`() async throws {
        let (content, seen) = try await outcome { _ in .applyRemote }
        #expect(content == ["of the tablet"])
        #expect(seen == ["of the phone / of the tablet"])
    }

    @Test func `the app can send its own record again`() async throws {
        let (content, seen) = try await outcome { _ in .retryLocal }
        #expect(content == ["of the phone"])
        #expect(seen == ["of the phone / of the tablet"])
    }

    @Test func `the app can send a third record`() async throws {
        let (content, _) = try await outcome { data in
            guard var record = data.local as? OwnerRecord else { return .applyRemote }
            record.content = "of both"
            return .retry(record)
        }
        #expect(content == ["of both"])
    }

    @Test func `the service merges changes of different fields`() async throws {
        let house = try await Household(DeviceSchemas.lists, OwnedList.self, OwnedTodo.self)
        let (phone, tablet) = try await house.pair()
        var todo = OwnedTodo(title: "Tea", done: false)
        _ = try await phone.dataStore.save(todo)
        try await phone.waitForSync()
        var copy = try await tablet.records(of: OwnedTodo.self) { !$0.isEmpty }[0]

        phone.goOffline()
        todo.title = "Green tea"
        _ = try await phone.dataStore.save(todo)
        copy.done = true
        _ = try await tablet.dataStore.save(copy)
        try await tablet.waitForSync()
        phone.goOnline()
        try await phone.waitForSync()
        for device in [phone, tablet] {
            let todos = try await device.records(of: OwnedTodo.self) {
                $0.first?.title == "Green tea" && $0.first?.done == true
            }
            #expect(todos.count == 1)
        }
    }

    @Test func `three-way handlers get the record that both changes began with`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .optimistic)
        let seen = Seen()
        let (phone, tablet) = try await house.pair(
            settings: .custom(threeWayConflictHandler: { conflict in
                seen.add(conflict.base, conflict.local, conflict.remote)
                return .applyRemote
            }))
        let note = try await phone.add("Tea")
        try await phone.waitForSync()
        let copy = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }[0]
        phone.goOffline()
        try await phone.change(note, to: "Black tea")
        try await tablet.change(copy, to: "Green tea")
        try await tablet.waitForSync()
        phone.goOnline()
        try await phone.waitForSync()
        #expect(seen.all == ["Tea / Black tea / Green tea"])
    }
}
