// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
import GatehouseStorage

/// A database that a copy reads, in words for people.
protocol CopySourceDatabase: CopySource {
    /// The path or the address.
    var place: String { get }
    /// What is known about its keys.
    var keyed: KeyedDatabase { get }

    /// The refusal for an error of the database.
    func refusal(_ error: any Error) -> StartupRefusal
}

/// A database that a copy fills, in words for people.
protocol CopyTargetDatabase: CopyTarget {
    /// The path or the address.
    var place: String { get }

    /// The refusal for an error of the database.
    func refusal(_ error: any Error) -> StartupRefusal
}

/// Copies the database of a data folder to a PostgreSQL server, or back, while no server uses either.
///
/// What is sealed stays sealed. A server starts on the target only after everything was copied and compared.
package struct DatabaseCopy: Sendable {
    /// What a test replaces.
    struct Surroundings: Sendable {
        var run = CopyRun.Surroundings()
        var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    }

    private let configuration: ServerConfiguration
    private let route: CopyRoute
    private let restarts: Bool
    private let clock: WallClock
    private let entropy: Entropy

    /// Creates a copy between the two databases of a configuration, which was read with the settings of the route.
    ///
    /// With `restarting`, what a copy that was cut off has left is removed first.
    package init(
        _ configuration: ServerConfiguration, route: CopyRoute, restarting: Bool, clock: WallClock = .system,
        entropy: Entropy = .system
    ) {
        self.configuration = configuration
        self.route = route
        restarts = restarting
        self.clock = clock
        self.entropy = entropy
    }

    /// Copies and compares everything; after an end at any moment, another call goes on.
    ///
    /// - Parameter say: called with lines for people, on the progress and the result.
    /// - Throws: `StartupRefusal` with the corrective action.
    package func run(say: @escaping @Sendable (String) -> Void) async throws(StartupRefusal) {
        var surroundings = Surroundings()
        surroundings.run.say = say
        do {
            try await run(in: surroundings)
        } catch let refusal as StartupRefusal {
            throw refusal
        } catch {
            throw StartupRefusal(.unavailable, "The copy was interrupted: \(error).\(CopyRefusals.resumption)")
        }
    }

    /// Copies and compares everything, in surroundings that can cut the copy off.
    ///
    /// - Throws: `StartupRefusal`, or the error of the surroundings.
    func run(in surroundings: Surroundings) async throws {
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        guard let settings = configuration.databaseServer else {
            throw StartupRefusal(
                .configuration,
                "No PostgreSQL database is named: set GATEHOUSE_DATABASE_URL, or write its address in the place of "
                    + "postgresql.")
        }
        let server = CopiedServer(configuration, settings, entropy: entropy)
        switch route.direction {
        case .toServer:
            let folder = try CopiedFolder.existing(configuration)
            defer { folder.release() }
            let source = try await folder.source()
            defer { try? source.database.close() }
            let keys = try await keysOpening(source)
            let target = try await server.target(restarting: restarts, verify: verification(keys))
            defer { try? target.database.close() }
            try await copy(source, to: target, in: surroundings.run)
        case .toFolder:
            let source = try await server.source(pause: surroundings.pause)
            defer { try? source.database.close() }
            try await source.requireUnused()
            let keys = try await keysOpening(source)
            let folder = try CopiedFolder.new(configuration)
            do {
                let target = try folder.target(keys, restarting: restarts, verify: verification(keys))
                defer { try? target.database.close() }
                try await copy(source, to: target, in: surroundings.run)
            } catch {
                folder.withdraw()
                throw error
            }
            folder.release()
        }
    }

    private func copy(
        _ source: any CopySourceDatabase, to target: any CopyTargetDatabase, in surroundings: CopyRun.Surroundings
    ) async throws {
        let run = CopyRun(from: source, to: target, tables: try await CopiedFolder.tables(), in: surroundings)
        let sums: [(table: String, sum: TableSum)]
        do {
            sums = try await run.run()
        } catch let failure as CopyFailure {
            throw CopyRefusals(source: source, target: target).refusal(of: failure)
        }
        for (table, sum) in sums where sum.rows > 0 { surroundings.say("\(table): \(sum), in both databases") }
        let empty = sums.count(where: { $0.sum.rows == 0 })
        surroundings.say("\(empty) tables have no rows in either database. The master key opens \(target.place).")
        surroundings.say("\(target.place) is complete. Start no server on \(source.place) any more.")
    }

    // MARK: - Keys

    /// The master keys of the settings, which open the source.
    private func keysOpening(_ source: any CopySourceDatabase) async throws -> InstallationKeys {
        try await requireSchema(of: source)
        let ring = try MasterKeys(configuration.masterKey, mode: .maintenance, entropy: entropy, of: source.keyed)
            .ring()
        let keys = InstallationKeys(ring: ring, entropy: entropy)
        try await verification(keys)(source.database)
        return keys
    }

    /// The check that keys open a database.
    private func verification(_ keys: InstallationKeys) -> @Sendable (any SQLDatabase) async throws -> Void {
        { [clock] database in
            try await keys.requireNeeded(by: database, at: clock.now)
            guard try await keys.isRecorded(in: database, at: clock.now) else {
                throw StartupRefusal(
                    .configuration,
                    "The master key is not the one that sealed the database: set GATEHOUSE_MASTER_KEY or "
                        + "GATEHOUSE_MASTER_KEY_FILE to that one.")
            }
        }
    }

    /// Checks that the source has the schema of this program.
    private func requireSchema(of source: any CopySourceDatabase) async throws {
        let version: Int
        do {
            version = try await Migrator(Migrations.all).version(of: source.database)
        } catch {
            throw source.refusal(error)
        }
        guard version == Migrations.all.count else {
            throw StartupRefusal(
                .configuration,
                "\(source.place) has the schema \(version), and this program makes the schema \(Migrations.all.count): start "
                    + "gatehouse serve of this release on it once, stop it, then run this command again.")
        }
    }
}
