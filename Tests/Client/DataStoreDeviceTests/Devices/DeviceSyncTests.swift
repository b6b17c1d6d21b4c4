// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Which records an exchange reads: all of them, page by page, or those that have changed since the last one.
@Suite(.hangLimit) struct DeviceSyncTests {
    /// The result of the last exchange of a model, since an event.
    private func lastSync(of device: TestDevice, from index: Int) async throws -> ModelSyncedEvent {
        let event = try await device.event(HubPayload.EventName.DataStore.modelSynced, from: index)
        return try #require(event.data as? ModelSyncedEvent)
    }

    @Test func `the first exchange reads all pages`() async throws {
        let house = try await Household(
            DeviceSchemas.owned, OwnerRecord.self, settings: .custom(syncPageSize: 10))
        let phone = try await house.device("phone")
        for number in 0..<35 { _ = try await phone.add("Note \(number)") }
        try await phone.waitForSync()

        let tablet = try await house.device("tablet")
        try await tablet.waitForSync()
        #expect(try await tablet.contents(of: OwnerRecord.self) == phone.contents(of: OwnerRecord.self))
        let sync = try await lastSync(of: tablet, from: 0)
        #expect(sync.isFullSync && !sync.isDeltaSync)
        #expect([sync.added, sync.updated, sync.deleted] == [35, 0, 0])
    }

    @Test func `after a pause, an exchange reads the changes alone`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        let notes = [try await phone.add("One"), try await phone.add("Two"), try await phone.add("Three")]
        try await phone.waitForSync()
        _ = try await tablet.records(of: OwnerRecord.self) { $0.count == 3 }
        await tablet.kill()

        house.gatehouse.clock.advance(by: 600)
        try await phone.change(notes[0], to: "First")
        try await phone.dataStore.delete(notes[1])
        _ = try await phone.add("Four")
        try await phone.waitForSync()

        let mark = tablet.eventCount
        try tablet.launch()
        try await tablet.waitForSync()
        #expect(try await tablet.contents(of: OwnerRecord.self) == ["First", "Four", "Three"])
        let sync = try await lastSync(of: tablet, from: mark)
        #expect(sync.isDeltaSync && !sync.isFullSync)
        #expect([sync.added, sync.updated, sync.deleted] == [1, 1, 1])
    }

    @Test func `an exchange that is older than the interval reads all records`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        _ = try await phone.add("One")
        try await phone.waitForSync()
        _ = try await tablet.records(of: OwnerRecord.self) { $0.count == 1 }
        await tablet.kill()
        house.gatehouse.clock.advance(by: 25 * 3_600)

        let mark = tablet.eventCount
        try tablet.launch()
        try await tablet.waitForSync()
        #expect(try await lastSync(of: tablet, from: mark).isFullSync)
        #expect(try await tablet.contents(of: OwnerRecord.self) == ["One"])
    }

    @Test func `a device gets the changes that were made while it had no network`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        tablet.goOffline()
        _ = try await phone.add("Missed")
        try await phone.waitForSync()
        tablet.goOnline()
        #expect(try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }.contents == ["Missed"])
    }

    @Test func `the exchange continues after a restart of the server`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        let restarted = try house.gatehouse.restarted()
        for device in [phone, tablet] { device.lead(to: restarted) }
        _ = try await phone.add("After the restart")
        try await phone.waitForSync()
        // The pause before a new connection may be a long one.
        house.gatehouse.clock.advance(by: 60)
        #expect(try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }.contents == ["After the restart"])
    }

    @Test func `events tell of an exchange in its order`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        try await phone.waitForSync()
        typealias Name = HubPayload.EventName.DataStore
        let order = [
            Name.subscriptionsEstablished, Name.syncQueriesStarted, Name.modelSynced, Name.syncQueriesReady,
            Name.syncStarted, Name.ready,
        ]
        #expect(phone.eventNames().filter(order.contains) == order)
    }
}
