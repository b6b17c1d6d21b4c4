// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Calls during the steps of the exchange's life.
@Suite(.hangLimit) struct BusyCallTests {
    private static let count = 30

    private func saveMany(_ phone: TestDevice, beside step: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await step() }
            for number in 0..<Self.count { group.addTask { _ = try await phone.add("\(number)") } }
            try await group.waitForAll()
        }
    }

    @Test func `records that are saved during stop wait, and are sent after the next start`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        try await phone.waitForSync()
        try await saveMany(phone) { try await phone.dataStore.stop() }
        #expect(try await phone.contents(of: OwnerRecord.self).count == Self.count)
        try await phone.syncAgain()
        #expect(try await phone.served(OwnerRecord.self).count == Self.count)
    }

    @Test func `records that are saved during clear are in the store and sent, or in neither`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        phone.goOffline()
        _ = try await phone.add("before")
        try await saveMany(phone) { try await phone.dataStore.clear() }
        let kept = try await phone.contents(of: OwnerRecord.self)
        #expect(!kept.contains("before"))
        #expect(try await phone.dataStore.outbox.count == kept.count)
        phone.goOnline()
        try await phone.waitForSync()
        #expect(try await phone.served(OwnerRecord.self).contents == kept)
    }
}
