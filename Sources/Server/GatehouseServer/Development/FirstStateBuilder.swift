// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseUserPoolKernel
import GatehouseUserPools
import Synchronization

/// An empty installation in memory, in which the first state is made again for a folder that has other data by now.
struct FirstStateBuilder: Sendable {
    let installation: Installation
    let database: any SQLDatabase

    /// Creates the installation on a migrated database.
    ///
    /// - Parameters:
    ///   - make: creates an installation with a database and a source of keys.
    ///   - keys: two keys or more; a pool has a key for each of its two uses.
    /// - Throws: an error when the database cannot be made.
    init(_ make: (any SQLDatabase, any SigningKeySource) -> Installation, keys: [RSASigningKey]) async throws {
        database = try FileOpening.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        installation = make(database, RepeatedSigningKeys(keys))
    }

    /// The state after the first start and the seed, with the ids and keys of an installation that has had both.
    func state(
        of resources: DevelopmentResources, seed: Seed?, ids: SeedIDs, in folder: URL, like present: Installation,
        keys: StoredState
    ) async throws -> StoredState {
        let service = present.userPools.service(for: .development(inRegion: resources.region))
        let pool = try await service.describeUserPool(
            DescribeUserPoolRequest(userPoolId: resources.userPoolID)
        ).userPool
        let start = FirstStart(installation, folder: folder, givesDomain: seed?.hasDomainOfFirstPool != true)
        try await start.make(resources, domain: pool?.domain)
        try await start.registerRoles(after: try await seed?.run(on: installation, with: ids), resources)
        return try await database.state().withKeys(of: keys)
    }
}

/// The same keys for each pool, in turn; the keys of these pools are replaced by others.
private final class RepeatedSigningKeys: SigningKeySource {
    private let keys: [RSASigningKey]
    private let position = Mutex(0)

    init(_ keys: [RSASigningKey]) {
        self.keys = keys
    }

    func next() throws -> RSASigningKey {
        position.withLock { position in
            position = (position + 1) % keys.count
            return keys[position]
        }
    }
}
