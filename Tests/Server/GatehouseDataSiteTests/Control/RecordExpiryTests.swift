// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The expiry of records that were deleted under conflict detection.
@Suite(.hangLimit) struct RecordExpiryTests {
    @Test func `the upkeep of the server removes tombstones after 30 days`() async throws {
        let bench = try await DataBench()
        var api = try #require(try await bench.apis.api(bench.id)).stored
        api.settings.conflicts = .automerge
        try await bench.put(api, keyExpiry: 86_400)
        let alice = try await bench.user("alice")
        let id = try #require(try await bench.create("a", as: alice)["id"]?.stringValue)
        let delete = "mutation ($id: ID!) { deleteTodo(input: { id: $id, _version: 1 }) { id } }"
        _ = try await bench.execute(delete, ["id": .string(id)], as: alice)
        func listed() async throws -> Int? {
            try await bench.execute(DataBench.list, as: alice)["data"]?["listTodos"]?["items"]?.arrayValue?.count
        }
        let end = bench.gatehouse.clock.now.addingTimeInterval(RecordRetention.tombstones)
        try await bench.gatehouse.installation.removeExpired(at: end)
        #expect(try await listed() == 1)
        try await bench.gatehouse.installation.removeExpired(at: end.addingTimeInterval(1))
        #expect(try await listed() == 0)
    }
}
