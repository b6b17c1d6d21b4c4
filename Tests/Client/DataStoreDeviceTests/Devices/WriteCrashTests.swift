// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Processes that die between two writes of the store.
@Suite(.hangLimit) struct WriteCrashTests {
    @Test(arguments: 0..<10)
    func `a process that dies between two writes loses no accepted record, and sends each one once`(
        count: Int
    ) async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        // The first call opens the store, which the limit does not concern.
        _ = try await phone.contents(of: OwnerRecord.self)
        phone.failWrites(after: count)
        var accepted: [String] = []
        for text in ["One", "Two"] {
            do {
                _ = try await phone.add(text)
                accepted.append(text)
            } catch {
                // The process has died before.
            }
        }
        // What can happen without writes happens.
        for _ in 0..<2_000 { await Task.yield() }
        try await phone.relaunch()
        try await phone.waitForSync()
        #expect(try await phone.contents(of: OwnerRecord.self) == accepted)
        #expect(try await phone.served(OwnerRecord.self).contents == accepted)
        #expect(try await phone.versions(of: OwnerRecord.self).allSatisfy { $0.syncMetadata.version == 1 })
    }
}
