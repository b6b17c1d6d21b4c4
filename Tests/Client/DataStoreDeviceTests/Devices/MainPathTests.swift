// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// The main path of an app: records of one owner, saved without a network, on two devices.
@Suite(.hangLimit) struct MainPathTests {
    @Test func `a record saved without a network is in the service after the next launch, and on another device`()
        async throws
    {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        let tablet = try await house.device("tablet")
        try await tablet.waitForSync()

        phone.goOffline()
        let tea = try await phone.add("Tea")
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Tea"])
        await phone.kill()

        phone.goOnline()
        try phone.launch()
        try await phone.waitForSync()
        #expect(try await phone.served(OwnerRecord.self).map(\.id) == [tea.id])

        // By its subscription: the tablet does not start anew.
        let received = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }
        try await tablet.change(received[0], to: "Green tea")
        try await tablet.waitForSync()
        let onPhone = try await phone.records(of: OwnerRecord.self) { $0.first?.content == "Green tea" }
        #expect(onPhone.contents == ["Green tea"])
        #expect(try await tablet.contents(of: OwnerRecord.self) == ["Green tea"])
    }

    @Test func `an app that crashes before anything was sent loses nothing, and sends each record once`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        phone.goOffline()
        for number in 1...3 {
            _ = try await phone.add("Note \(number)")
            try await phone.relaunch()
        }
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Note 1", "Note 2", "Note 3"])
        phone.goOnline()
        try await phone.waitForSync()
        let sent = try await phone.versions(of: OwnerRecord.self)
        #expect(sent.map(\.syncMetadata.version) == [1, 1, 1])
        #expect(try await phone.dataStore.outbox.isEmpty)
    }

    @Test func `changes of one record before it was sent are one change in the service`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        phone.goOffline()
        let note = try await phone.add("One")
        try await phone.change(note, to: "Two")
        try await phone.change(note, to: "Three")
        let other = try await phone.add("Never sent")
        try await phone.dataStore.delete(other)
        phone.goOnline()
        try await phone.waitForSync()
        #expect(try await phone.served(OwnerRecord.self).contents == ["Three"])
        #expect(try await phone.versions(of: OwnerRecord.self).map(\.syncMetadata.version) == [1])
    }
}
