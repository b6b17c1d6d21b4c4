// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization

/// The additional functions of `gatehouse dev`: the resources of the first start, the seed, the overview and the reset.
package final class Development: Sendable {
    /// The parts of a server that a reset changes.
    package struct Parts: Sendable {
        let installation: Installation
        let database: any SQLDatabase
        let sealer: Sealer
        let entropy: Entropy
        let clock: WallClock
        /// Creates the domains on another database, with another source of keys.
        let make: @Sendable (SQLiteDatabase, any SigningKeySource) -> Installation
    }

    /// The resources of the first start.
    package let resources: DevelopmentResources
    /// The numbers of resources that the seed created and found at this start; `nil` without a seed.
    package let seeding: SeedReport?
    private let parts: Parts
    let folder: URL
    let administrator: String?
    /// The state to which a reset returns, or the reason why there is none.
    private let first: Result<StoredState, any Error>
    private let isResetting = Mutex(false)

    var installation: Installation { parts.installation }

    /// Creates the resources of the first start if they do not exist yet, then applies the seed, and keeps the state to
    /// which a reset returns.
    ///
    /// `administrator` is the access key id of administrators, `nil` if any key is accepted.
    /// - Throws: `StartupRefusal` with the corrective action.
    package init(
        _ parts: Parts, folder: URL, seed: Seed?, administrator: String?
    ) async throws(StartupRefusal) {
        self.parts = parts
        self.folder = folder
        self.administrator = administrator
        let isNew: Bool
        do {
            isNew = try await parts.database.isEmpty()
        } catch {
            throw StartupRefusal(.unavailable, "The database cannot be read: \(error). \(Cure.text(for: error))")
        }
        let start = FirstStart(
            parts.installation, folder: folder, givesDomain: seed?.hasDomainOfFirstPool != true)
        resources = try await start.resources()
        let run: SeedRun?
        do throws(SeedFailure) {
            run = try await seed?.run(on: parts.installation)
        } catch {
            throw StartupRefusal(.configuration, "\(error). Correct the file that --seed names.")
        }
        seeding = run?.report
        do {
            if let pools = run?.identityPools, !pools.isEmpty {
                try await start.registerRoles(of: [resources.identityPoolID] + pools)
            }
        } catch {
            throw StartupRefusal(
                .unavailable, "The roles of the seed cannot be registered: \(error). \(Cure.text(for: error))")
        }
        let origin = FirstState.Origin(
            resources: resources, seed: seed?.digest, masterKeyID: parts.sealer.currentKeyID)
        let deployment = parts.installation.deployment
        if let kept = FirstState.read(of: origin, in: folder)?.moved(to: deployment) {
            first = .success(kept.rows)
            return
        }
        let made: Result<StoredState, any Error>
        do {
            made = .success(
                isNew
                    ? try await parts.database.state()
                    : try await Self.molded(resources, seed: seed, ids: run?.found ?? SeedIDs(), parts, folder: folder))
        } catch {
            made = .failure(error)
        }
        first = made
        do {
            if let rows = try? made.get() {
                try FirstState(origin: origin, baseURL: deployment.baseURL, rows: rows).write(in: folder)
            }
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(FirstState.fileName) cannot be written in \(folder.path): \(error). "
                    + Cure.text(for: error, inDataFolder: folder.path))
        }
    }

    /// The first state of a folder with other data, made anew in memory.
    private static func molded(
        _ resources: DevelopmentResources, seed: Seed?, ids: SeedIDs, _ parts: Parts, folder: URL
    ) async throws -> StoredState {
        let records = try await parts.installation.userPools.records.read { store in
            try store.signingKeys(ofPool: resources.userPoolID)
        }
        guard records.count > 1 else {
            throw ServiceFault(.internalError, "The first user pool does not have its two signing keys.")
        }
        let mold = try await Mold(parts.make, keys: records.map { try $0.opened(by: parts.sealer) })
        return try await mold.state(
            of: resources, seed: seed, ids: ids, in: folder, like: parts.installation,
            keys: try await parts.database.keysOfPools())
    }

    /// Returns to the state of the first start and the seed, in one transaction: keys, ids and the subs of the seed's
    /// users stay, and everything else is deleted.
    ///
    /// What clients hold from before, such as tokens, sessions and codes, is refused afterwards.
    /// - Returns: `false` if another reset is running.
    /// - Throws: an error when the database cannot be used, or when the seed could not be applied to an empty server.
    package func reset() async throws -> Bool {
        let isFirst = isResetting.withLock { isResetting in
            defer { isResetting = true }
            return !isResetting
        }
        guard isFirst else { return false }
        defer { isResetting.withLock { $0 = false } }
        let state: StoredState
        do {
            state = try first.get()
        } catch {
            throw ServiceFault(
                .internalError, "There is no state to return to, because the seed cannot be applied: \(error)",
                cause: error)
        }
        let epoch = InstallationKeys.newEpoch(parts.entropy, by: parts.sealer)
        let now = Int64(parts.clock.now.timeIntervalSince1970 * 1_000)
        try await parts.database.restore(state, newest: now) { connection in
            try connection.replaceIndexKey(epoch.sealed, for: SealEpoch.name)
        }
        parts.sealer.epoch.begin(epoch.value)
        for name in state.domainNames { installation.userPools.domainNames.add(name) }
        installation.outbox?.removeAll()
        return true
    }
}
