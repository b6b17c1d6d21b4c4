// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehousePostgres
import GatehouseStorage
import Logging

/// The database on a PostgreSQL server, as an end of a copy.
struct CopiedServer: Sendable {
    /// The time after which a server that was killed has left no connection, and how often this is looked at.
    private static let patience = (tries: 40, pause: Duration.milliseconds(500))

    private let opening: ServerOpening
    private let server: DatabaseServerSettings
    private let entropy: Entropy
    private let pause: @Sendable (Duration) async throws -> Void

    init(
        _ configuration: ServerConfiguration, _ server: DatabaseServerSettings, entropy: Entropy,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        opening = ServerOpening(configuration, server, entropy: entropy)
        self.server = server
        self.entropy = entropy
        self.pause = pause
    }

    /// Connects to a database that is read.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    func source() async throws(StartupRefusal) -> CopySource {
        let database = try await connect()
        do throws(StartupRefusal) {
            guard let keyed = try await opening.find(in: database) else { throw opening.refusalOfEmpty }
            return CopySource(
                database: database, place: opening.address, keyed: keyed,
                refusal: { [opening] error in opening.refusal(error) },
                requireUnused: { try await requireUnused(database) })
        } catch {
            try? database.close()
            throw error
        }
    }

    /// Connects to a database that is filled; with `restarting`, a part of a copy is removed.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    func target(restarting: Bool) async throws(StartupRefusal) -> any CopyTarget {
        let target = ServerTarget(database: try await connect(), opening: opening)
        guard restarting else { return target }
        do {
            if case .begun = try await CopyRecord.state(of: target.database) { try await target.discard() }
            return target
        } catch {
            try? target.database.close()
            throw opening.refusal(error)
        }
    }

    /// Connects with one connection, so that every other one is of another process.
    private func connect() async throws(StartupRefusal) -> PostgresDatabase {
        do {
            var limits = PostgresLimits()
            limits.longestWait = .seconds(60)
            limits.statement = .seconds(600)
            limits.idleInTransaction = .seconds(120)
            // Statements of hundreds of rows differ in the types of their values, so that preparing them is of no use.
            let settings = PostgresSettings(url: try PostgresURL(server.url), connections: 1, prepares: false)
            return try await PostgresDatabase.open(settings, limits: limits, entropy: entropy, logger: .silent)
        } catch {
            throw opening.refusal(error)
        }
    }

    /// Waits until no other process of this program has a connection to the database.
    private func requireUnused(_ database: PostgresDatabase) async throws {
        for attempt in 1...Self.patience.tries {
            let others: Int
            do {
                others = try await database.read { reader in
                    try reader.queryOne(
                        """
                        SELECT count(*) AS others FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = 'gatehouse' AND pid <> pg_backend_pid()
                        """)?["others"] ?? 0
                }
            } catch {
                throw opening.refusal(error)
            }
            guard others > 0 else { return }
            if attempt < Self.patience.tries { try await pause(Self.patience.pause) }
        }
        throw StartupRefusal(
            .unavailable,
            "Nodes or commands of Gatehouse use \(opening.address), or another schema of the same database: stop them, then "
                + "run the command again.")
    }
}

/// The empty database on a server that a copy fills.
private struct ServerTarget: CopyTarget {
    let database: any ServerDatabase
    let opening: ServerOpening

    var place: String { opening.address }
    var rowsPerStatement: Int { 500 }

    func refusal(_ error: any Error) -> StartupRefusal { opening.refusal(error) }

    /// Nothing: the database has the proof of its keys itself.
    func prepare(for keys: InstallationKeys) throws(StartupRefusal) {}

    func analyse(_ tables: [CopiedTable]) async throws {
        for table in tables { try await database.write { connection in try connection.execute(table.analysis) } }
    }

    /// Nothing: the last transaction has made the database complete.
    func complete() async throws(StartupRefusal) {}

    func discard() async throws(StartupRefusal) {
        do {
            try await database.write { connection in try connection.removeTables() }
        } catch {
            throw opening.refusal(error)
        }
    }
}
