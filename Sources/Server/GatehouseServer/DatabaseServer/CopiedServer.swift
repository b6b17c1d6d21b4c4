// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehousePostgres
import GatehouseStorage
import Logging

/// The database on a PostgreSQL server, as an end of a copy.
struct CopiedServer: Sendable {
    private let opening: ServerOpening
    private let server: DatabaseServerSettings
    private let entropy: Entropy

    init(_ configuration: ServerConfiguration, _ server: DatabaseServerSettings, entropy: Entropy) {
        opening = ServerOpening(configuration, server, entropy: entropy)
        self.server = server
        self.entropy = entropy
    }

    /// Connects to a database that is read; `pause` waits for the end of other connections.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    func source(
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) async throws(StartupRefusal) -> any CopySourceDatabase {
        let database = try await connect()
        do throws(StartupRefusal) {
            guard let keyed = try await opening.find(in: database) else { throw opening.refusalOfEmpty }
            return ServerSource(postgres: database, opening: opening, keyed: keyed, pause: pause)
        } catch {
            try? database.close()
            throw error
        }
    }

    /// Connects to a database that is filled; with `restarting`, a part of a copy is removed.
    ///
    /// `verify` checks that the master keys open the database.
    /// - Throws: `StartupRefusal` with the corrective action.
    func target(
        restarting: Bool, verify: @escaping @Sendable (any SQLDatabase) async throws -> Void
    ) async throws(StartupRefusal) -> any CopyTargetDatabase {
        let target = ServerTarget(database: try await connect(), opening: opening, verify: verify)
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
}

/// A database on a server that a copy reads.
private struct ServerSource: CopySourceDatabase {
    /// The time after which a server that was killed has left no connection, and how often this is looked at.
    private static let patience = (tries: 40, pause: Duration.milliseconds(500))

    let postgres: PostgresDatabase
    let opening: ServerOpening
    let keyed: KeyedDatabase
    let pause: @Sendable (Duration) async throws -> Void

    var database: any ServerDatabase { postgres }
    var place: String { opening.address }

    func refusal(_ error: any Error) -> StartupRefusal { opening.refusal(error) }

    /// Waits until no node uses the database; one that was killed counts as running for a while.
    func requireUnused() async throws {
        for attempt in 1...Self.patience.tries {
            guard try await others() > 0 else { return }
            if attempt < Self.patience.tries { try await pause(Self.patience.pause) }
        }
        throw StartupRefusal(
            .unavailable,
            "Nodes of Gatehouse use \(opening.address): stop them, then run the command again.")
    }

    /// The number of nodes that run on the database.
    private func others() async throws -> Int {
        do {
            return try await postgres.read { reader in
                try reader.runningNodes(at: DatabaseTime.server.now(reader)).count
            }
        } catch {
            throw opening.refusal(error)
        }
    }
}

/// The empty database on a server that a copy fills.
private struct ServerTarget: CopyTargetDatabase {
    let database: any ServerDatabase
    let opening: ServerOpening
    let verify: @Sendable (any SQLDatabase) async throws -> Void

    var place: String { opening.address }
    var rowsPerStatement: Int { 500 }

    func refusal(_ error: any Error) -> StartupRefusal { opening.refusal(error) }

    /// Nothing: the database has the proof of its keys itself.
    func prepare() async throws {}

    func analyse(_ tables: [CopiedTable]) async throws {
        for table in tables { try await database.write { connection in try connection.execute(table.analysis) } }
    }

    func complete() async throws { try await verify(database) }

    func discard() async throws {
        do {
            try await database.write { connection in try connection.removeTables() }
        } catch {
            throw opening.refusal(error)
        }
    }
}
