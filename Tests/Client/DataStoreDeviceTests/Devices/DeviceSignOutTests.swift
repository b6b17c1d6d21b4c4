// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Several users of one device, one after the other.
@Suite(.hangLimit) struct DeviceSignOutTests {
    /// A device of Ada's with a record in the service and one that waits, after her sign-out without a network.
    private func deviceAfterSignOut(_ policy: DataStoreSignOutPolicy) async throws -> (Household, TestDevice) {
        let house = try await Household(
            DeviceSchemas.owned, OwnerRecord.self, users: ["ada", "eve"], settings: .custom(signOutPolicy: policy))
        let device = try await house.device("phone", of: "ada")
        _ = try await device.add("sent")
        try await device.waitForSync()
        device.goOffline()
        _ = try await device.add("waiting")
        await device.signOut()
        device.goOnline()
        return (house, device)
    }

    /// All records of the service with their owners, read by the users themselves.
    private func served(_ house: Household) async throws -> [String: [String]] {
        var contents: [String: [String]] = [:]
        for user in ["ada", "eve"] {
            // Under a new name each time, since a device of the same name continues the sign-in.
            let reader = try await house.device("reader \(UUID().uuidString)", of: user)
            contents[user] = try await reader.served(OwnerRecord.self).contents
        }
        return contents
    }

    @Test func `records that are kept are the next user's, but not sent as theirs`() async throws {
        let (house, device) = try await deviceAfterSignOut(.keep)
        #expect(try await device.contents(of: OwnerRecord.self) == ["sent", "waiting"])
        let mark = device.eventCount
        try await device.signIn("eve")
        try await device.dataStore.start()
        _ = try await device.event(HubPayload.EventName.DataStore.ready, from: mark)
        #expect(try await device.contents(of: OwnerRecord.self) == ["sent", "waiting"])
        #expect(try await served(house) == ["ada": ["sent"], "eve": []])

        // As soon as Ada returns, her record is sent.
        await device.signOut()
        try await device.signIn("ada")
        try await device.waitForSync()
        #expect(try await served(house) == ["ada": ["sent", "waiting"], "eve": []])
    }

    @Test func `records that are cleared are gone with the sign-out`() async throws {
        let (house, device) = try await deviceAfterSignOut(.clear)
        #expect(try await device.contents(of: OwnerRecord.self).isEmpty)
        try await device.signIn("eve")
        try await device.waitForSync()
        #expect(try await device.contents(of: OwnerRecord.self).isEmpty)
        #expect(try await served(house) == ["ada": ["sent"], "eve": []])
    }

    @Test func `records that are set aside return with their user`() async throws {
        let (house, device) = try await deviceAfterSignOut(.separate)
        #expect(try await device.contents(of: OwnerRecord.self).isEmpty)
        try await device.signIn("eve")
        _ = try await device.add("of Eve")
        try await device.waitForSync()
        #expect(try await device.contents(of: OwnerRecord.self) == ["of Eve"])

        await device.signOut()
        try await device.signIn("ada")
        #expect(try await device.contents(of: OwnerRecord.self) == ["sent", "waiting"])
        try await device.waitForSync()
        #expect(try await served(house) == ["ada": ["sent", "waiting"], "eve": ["of Eve"]])
    }
}
