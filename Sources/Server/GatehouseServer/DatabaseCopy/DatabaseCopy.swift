// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage

/// Copies the database of a data folder to a PostgreSQL server, or back, while no server uses either.
///
/// What is sealed stays sealed. A server starts on the target only after everything was copied and compared.
package struct DatabaseCopy: Sendable {
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
        var surroundings = CopyRun.Surroundings()
        surroundings.say = say
        do {
            try await run(in: surroundings)
        } catch let refusal as StartupRefusal {
            throw refusal
        } catch let difference as CopyDifference {
            throw difference.refusal
        } catch {
            throw StartupRefusal(.unavailable, "The copy was interrupted: \(error).\(CopyRun.resumption)")
        }
    }

    /// Copies and compares everything, in surroundings that can cut the copy off.
    ///
    /// - Throws: `StartupRefusal`, `CopyDifference` or the error of the surroundings.
    func run(in surroundings: CopyRun.Surroundings) async throws {
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        guard let settings = configuration.databaseServer else {
            throw StartupRefusal(
                .configuration,
                "No PostgreSQL database is named: set GATEHOUSE_DATABASE_URL, or write its address in the place of "
                    + "postgresql.")
        }
        let server = CopiedServer(configuration, settings, entropy: entropy, pause: surroundings.pause)
        switch route.direction {
        case .toServer:
            let folder = try CopiedFolder.existing(configuration, entropy: entropy)
            defer { folder.release() }
            let source = try await folder.source()
            defer { try? source.database.close() }
            let keys = try await self.keys(of: source)
            let target = try await server.target(restarting: restarts)
            defer { try? target.database.close() }
            try await copy(source, to: target, keys, in: surroundings)
        case .toFolder:
            let source = try await server.source()
            defer { try? source.database.close() }
            try await source.requireUnused()
            let keys = try await self.keys(of: source)
            let folder = try CopiedFolder.new(configuration, entropy: entropy)
            do {
                let target = try folder.target(restarting: restarts)
                defer { try? target.database.close() }
                try await copy(source, to: target, keys, in: surroundings)
            } catch {
                folder.withdraw()
                throw error
            }
            folder.release()
        }
    }

    /// The master keys of the settings, which open the source.
    private func keys(of source: CopySource) async throws -> InstallationKeys {
        try await requireSchema(of: source)
        let ring = try MasterKeys(configuration.masterKey, mode: .maintenance, entropy: entropy, of: source.keyed)
            .ring()
        let keys = InstallationKeys(ring: ring, entropy: entropy)
        try await keys.requireSealed(source.database, at: source.place, clock.now)
        return keys
    }

    private func copy(
        _ source: CopySource, to target: any CopyTarget, _ keys: InstallationKeys,
        in surroundings: CopyRun.Surroundings
    ) async throws {
        let run = CopyRun(
            source: source, target: target, tables: try await Self.tables(), keys: keys, surroundings: surroundings,
            date: clock.now)
        let sums = try await run.run()
        for (table, sum) in sums where sum.rows > 0 { surroundings.say("\(table): \(sum), in both databases") }
        let empty = sums.count(where: { $0.sum.rows == 0 })
        surroundings.say("\(empty) tables have no rows in either database.")
        surroundings.say("The master key opens \(target.place).")
        surroundings.say(
            "\(target.place) has everything that \(source.place) has. Start servers on \(target.place) alone from now on."
        )
    }

    /// Checks that the source has the schema of this program.
    private func requireSchema(of source: CopySource) async throws {
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

    /// The tables of this program's schema.
    static func tables() async throws -> [CopiedTable] {
        let schema = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(schema)
        return try await schema.copiedTables()
    }
}

extension InstallationKeys {
    /// Checks that these keys open a database.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    func requireSealed(
        _ database: any SQLDatabase, at place: String, _ now: Date
    ) async throws(StartupRefusal) {
        try await requireNeeded(by: database, at: now)
        guard try await isRecorded(in: database, at: now) else {
            throw StartupRefusal(
                .configuration,
                "The master key is not the one that sealed \(place): set GATEHOUSE_MASTER_KEY or "
                    + "GATEHOUSE_MASTER_KEY_FILE to that one.")
        }
    }
}
