// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// What records of the service change in the store.
@Suite struct ReconciliationTests {
    private static func metadata(_ version: Int?, isDeleted: Bool = false) -> MutationSyncMetadata? {
        version.map {
            MutationSyncMetadata(
                modelId: "1", modelName: "PublicRecord", deleted: isDeleted, lastChangedAt: 1, version: $0)
        }
    }

    /// The version of the store, the one of the service, whether that one is a tombstone, and the decision.
    @Test(
        arguments: [
            (nil, 1, false, .insert), (nil, 5, false, .insert), (nil, 5, true, .note), (4, 5, false, .update),
            (4, 5, true, .remove), (5, 5, false, .drop), (5, 5, true, .drop), (6, 5, false, .drop), (6, 5, true, .drop),
            (0, 1, false, .update),
        ] as [(Int?, Int, Bool, Reconciliation.Disposition)])
    func `a newer version changes the store`(
        local: Int?, remote: Int, isDeleted: Bool, expected: Reconciliation.Disposition
    ) throws {
        let incoming = try #require(Self.metadata(remote, isDeleted: isDeleted))
        for isTombstone in [false, true] {
            let stored = Self.metadata(local, isDeleted: isTombstone)
            #expect(Reconciliation.disposition(of: incoming, local: stored, hasEvents: false) == expected)
            #expect(Reconciliation.disposition(of: incoming, local: stored, hasEvents: true) == .drop)
        }
    }

    @Test func `of several versions of a record the newest one counts, at the place of the first`() {
        let records: [MutationSync<AnyModel>] = [
            .remote(PublicRecord(id: "a"), 1), .remote(PublicRecord(id: "b"), 4), .remote(PublicRecord(id: "a"), 3),
            .remote(PublicRecord(id: "a"), 2), .remote(PublicRecord(id: "b"), 4, isDeleted: true),
        ]
        let newest = Reconciliation.newest(records)
        #expect(newest.map(\.syncMetadata.modelId) == ["a", "b"])
        #expect(newest.map(\.syncMetadata.version) == [3, 4])
        #expect(newest.map(\.syncMetadata.deleted) == [false, false])
    }

    @Test func `a record that is removed before it was found does not come back with a related record`() async throws {
        for model in [EagerPet.self, EagerToy.self] as [any Model.Type] { ModelRegistry.register(modelType: model) }
        let folder = try TemporaryFolder()
        let store = try LocalStore.open(
            StorePlace(folder: folder.path("store"), name: "test"), models: [EagerPet.schema, EagerToy.schema],
            version: "1", clock: ManualClock().clock
        ).store
        let pet = EagerPet(id: "p", name: "Rex")
        let (toy, lost) = (EagerToy(id: "t", pet: pet), EagerToy(id: "u", pet: pet))
        let view = SyncOrigin(user: nil, mode: "apiKey", predicate: nil)
        try await store.write { writer in
            _ = try writer.apply([.remote(toy, 1), .remote(lost, 1)], of: EagerToy.schema, origin: view)
            _ = try writer.apply([.remote(toy, 2, isDeleted: true)], of: EagerToy.schema, origin: view)
            try writer.beginSeen(of: EagerToy.modelName)
            _ = try writer.removeUnseen(EagerToy.schema, view)
            _ = try writer.apply([.remote(pet, 1)], of: EagerPet.schema, origin: view)
        }
        #expect(try await store.read { try $0.keys(of: EagerToy.schema) } == [])
        try store.close()
    }
}
