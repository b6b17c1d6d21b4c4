// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Removals of records that another device changes or removes.
@Suite(.hangLimit) struct DeletionTests {
    /// Two devices with one record, the phone without a network.
    private func devices() async throws -> (phone: TestDevice, tablet: TestDevice, note: OwnerRecord) {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .optimistic)
        let (phone, tablet) = try await house.pair()
        _ = try await phone.add("Tea")
        try await phone.waitForSync()
        let copies = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }
        phone.goOffline()
        return (phone, tablet, copies[0])
    }

    /// Gives the phone its network, and waits until both devices have the records of the service.
    private func settle(_ phone: TestDevice, _ tablet: TestDevice) async throws {
        try await tablet.waitForSync()
        phone.goOnline()
        try await phone.waitForSync()
        try await phone.syncAgain()
        try await tablet.syncAgain()
    }

    @Test func `a record that another device has removed is removed here, although it was changed`() async throws {
        let (phone, tablet, note) = try await devices()
        try await phone.change(note, to: "Green tea")
        try await tablet.dataStore.delete(note)
        try await settle(phone, tablet)
        #expect(try await phone.contents(of: OwnerRecord.self).isEmpty)
        #expect(try await tablet.contents(of: OwnerRecord.self).isEmpty)
        #expect(try await phone.served(OwnerRecord.self).isEmpty)
    }

    @Test func `a removal without knowledge of a change is a conflict, and the changed record returns`() async throws {
        let (phone, tablet, note) = try await devices()
        try await phone.dataStore.delete(note)
        #expect(try await phone.contents(of: OwnerRecord.self).isEmpty)
        try await tablet.change(note, to: "Green tea")
        try await settle(phone, tablet)
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Green tea"])
        #expect(try await tablet.contents(of: OwnerRecord.self) == ["Green tea"])
    }

    @Test func `two devices may remove the same record`() async throws {
        let (phone, tablet, note) = try await devices()
        try await phone.dataStore.delete(note)
        try await tablet.dataStore.delete(note)
        try await settle(phone, tablet)
        #expect(try await phone.contents(of: OwnerRecord.self).isEmpty)
        #expect(try await phone.served(OwnerRecord.self).isEmpty)
        #expect(try await phone.dataStore.outbox.isEmpty)
    }
}
