// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
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
        let make: @Sendable (any SQLDatabase, any SigningKeySource) -> Installation
    }

    /// The resources of the first start.
    package let resources: DevelopmentResources
    /// The numbers of resources that the seed created and found at this start; `nil` without a seed.
    package let seeding: SeedReport?
    /// The data API; `nil` without a schema.
    package let api: DevelopmentAPI?
    private let parts: Parts
    let folder: URL
    let administrator: String?
    let triggersFile: String?
    /// The state to which a reset returns, or the reason why there is none.
    private let first: Result<StoredState, any Error>
    private let isResetting = Mutex(false)

    var installation: Installation { parts.installation }

    /// Creates the resources of the first start if they do not exist yet, then applies the seed, and keeps the state to
    /// which a reset returns.
    ///
    /// `administrator` is the access key id of administrators, `nil` if any key is accepted. `schema` is that of the data
    /// API, if there is one. `triggersFile` is the file of functions that the server reads again when it changes.
    /// - Throws: `StartupRefusal` with the corrective action.
    package init(
        _ parts: Parts, folder: URL, seed: Seed?, schema: SchemaFile? = nil, administrator: String?,
        triggersFile: String? = nil
    ) async throws(StartupRefusal) {
        self.parts = parts
        self.folder = folder
        self.administrator = administrator
        self.triggersFile = triggersFile
        let isNew = try await Self.isEmpty(parts.database)
        let start = FirstStart(
            parts.installation, folder: folder, givesDomain: seed?.hasDomainOfFirstPool != true)
        resources = try await start.resources()
        let run = try await Self.apply(seed, to: parts.installation, start, resources)
        seeding = run?.report
        first = try await Self.firstState(
            resources, seed: seed, ids: run?.found ?? SeedIDs(), isNew: isNew, parts, folder: folder)
        // The first state has no API: after a reset, the API is stored again.
        api = try await Self.serve(schema, of: resources, parts)
    }

    private static func serve(
        _ schema: SchemaFile?, of resources: DevelopmentResources, _ parts: Parts
    ) async throws(StartupRefusal) -> DevelopmentAPI? {
        guard let schema else { return nil }
        try schema.requireFunctions(of: parts.installation.dataFunctions)
        do {
            var api = try await DevelopmentAPI(
                schema, of: resources.userPoolID, in: parts.installation, clock: parts.clock, entropy: parts.entropy)
            api.misfits = try await api.serve()
            return api
        } catch {
            throw StartupRefusal(.unavailable, "The data API cannot be stored: \(error). \(Cure.text(for: error))")
        }
    }

    private static func isEmpty(_ database: any SQLDatabase) async throws(StartupRefusal) -> Bool {
        do {
            return try await database.isEmpty()
        } catch {
            throw StartupRefusal(.unavailable, "The database cannot be read: \(error). \(Cure.text(for: error))")
        }
    }

    /// Applies the seed, and registers the roles of its identity pools.
    /// - Throws: `StartupRefusal` with the corrective action.
    private static func apply(
        _ seed: Seed?, to installation: Installation, _ start: FirstStart, _ resources: DevelopmentResources
    ) async throws(StartupRefusal) -> SeedRun? {
        let run: SeedRun?
        do throws(SeedFailure) {
            run = try await seed?.run(on: installation)
        } catch {
            throw StartupRefusal(.configuration, "\(error). Correct the file that --seed names.")
        }
        do {
            try await start.registerRoles(after: run, resources)
        } catch {
            throw StartupRefusal(
                .unavailable, "The roles of the seed cannot be registered: \(error). \(Cure.text(for: error))")
        }
        return run
    }

    /// The state to which a reset returns: the one in the folder's file, or else a new one, which is written there.
    /// - Returns: the reason why there is none, if the state cannot be made.
    /// - Throws: `StartupRefusal` when the file cannot be written.
    private static func firstState(
        _ resources: DevelopmentResources, seed: Seed?, ids: SeedIDs, isNew: Bool, _ parts: Parts, folder: URL
    ) async throws(StartupRefusal) -> Result<StoredState, any Error> {
        let origin = FirstState.Origin(
            resources: resources, seed: seed?.digest, masterKeyID: parts.sealer.currentKeyID)
        let deployment = parts.installation.deployment
        if let kept = FirstState.read(of: origin, in: folder)?.moved(to: deployment) { return .success(kept.rows) }
        let rows: StoredState
        do {
            rows =
                isNew
                ? try await parts.database.state()
                : try await rebuiltFirstState(resources, seed: seed, ids: ids, parts, folder: folder)
        } catch {
            return .failure(error)
        }
        do {
            try FirstState(origin: origin, baseURL: deployment.baseURL, rows: rows).write(in: folder)
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "\(FirstState.fileName) cannot be written in \(folder.path): \(error). "
                    + Cure.text(for: error, inDataFolder: folder.path))
        }
        return .success(rows)
    }

    /// The first state of a folder with other data, made anew in memory.
    private static func rebuiltFirstState(
        _ resources: DevelopmentResources, seed: Seed?, ids: SeedIDs, _ parts: Parts, folder: URL
    ) async throws -> StoredState {
        let records = try await parts.installation.userPools.records.read { store in
            try store.signingKeys(ofPool: resources.userPoolID)
        }
        guard records.count > 1 else {
            throw ServiceFault(.internalError, "The first user pool does not have its two signing keys.")
        }
        let builder = try await FirstStateBuilder(parts.make, keys: records.map { try $0.opened(by: parts.sealer) })
        return try await builder.state(
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
        try await api?.serveAgain()
        for name in state.domainNames { installation.userPools.domainNames.add(name) }
        installation.outbox?.removeAll()
        return true
    }
}
