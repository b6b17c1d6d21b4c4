// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehousePostgres
import GatehouseServerCrypto
import GatehouseStorage
import Logging

/// Opens and migrates a database on a PostgreSQL server, which several nodes use.
///
/// No node needs a file of another: the database alone says whether this is the first start, and which keys it needs. The
/// data folder keeps what belongs to the node.
struct ServerOpening {
    private let configuration: ServerConfiguration
    private let server: DatabaseServerSettings
    private let entropy: Entropy
    private let logger: Logger

    init(
        _ configuration: ServerConfiguration, _ server: DatabaseServerSettings, entropy: Entropy = .system,
        logger: Logger = .silent
    ) {
        self.configuration = configuration
        self.server = server
        self.entropy = entropy
        self.logger = logger
    }

    /// Checks that the address of the database can be read.
    /// - Throws: `StartupRefusal` with the part that is wrong; it never contains the password.
    static func requireAddress(_ server: DatabaseServerSettings) throws(StartupRefusal) {
        _ = try settings(server)
    }

    private static func settings(_ server: DatabaseServerSettings) throws(StartupRefusal) -> PostgresSettings {
        do throws(PostgresURLFlaw) {
            let url = try PostgresURL(server.url)
            return PostgresSettings(
                url: url, connections: server.connections ?? PostgresSettings.defaultConnections,
                prepares: server.prepares)
        } catch {
            throw StartupRefusal(.configuration, "The setting \(Setting.databaseURL) cannot be used: \(error).")
        }
    }

    /// The address of the database without the password, for people.
    var address: String { (try? PostgresURL(server.url)).map { "\($0)" } ?? "The database" }

    /// Connects to the database; nothing is changed.
    /// - Throws: `StartupRefusal` with the corrective action, also for a data folder with a database of its own.
    func connect() async throws(StartupRefusal) -> PostgresDatabase {
        guard !Cure.hasDatabase(in: configuration.dataDirectory) else {
            throw StartupRefusal(
                .configuration,
                "\(configuration.dataDirectory) has a database, and GATEHOUSE_DATABASE_URL names another one: leave out "
                    + "GATEHOUSE_DATABASE_URL, or name a folder without a database with --data-dir.")
        }
        let settings = try Self.settings(server)
        do {
            return try await PostgresDatabase.open(settings, entropy: entropy, logger: logger)
        } catch {
            throw refusal(error)
        }
    }

    /// What is known about the keys of a database; `nil` for one without tables.
    /// - Throws: `StartupRefusal` with the corrective action.
    func find(in database: any SQLDatabase) async throws(StartupRefusal) -> KeyedDatabase? {
        do {
            guard try await Migrator(Migrations.all).version(of: database) > 0 else { return nil }
            let records = try await database.read { reader in try reader.masterKeys() }
            return KeyedDatabase(address: address, records: records)
        } catch {
            throw refusal(error)
        }
    }

    /// The refusal of a command on a database that no server has used.
    var refusalOfEmpty: StartupRefusal {
        StartupRefusal(
            .configuration,
            "\(address) has no tables of Gatehouse: start gatehouse serve on it first, or correct "
                + "GATEHOUSE_DATABASE_URL.")
    }

    /// The refusal for an error of the driver, of a migration or of the keys.
    func refusal(_ error: any Error) -> StartupRefusal {
        switch error {
        case let refusal as StartupRefusal: refusal
        // Some of these texts end with a command, so there is no full stop.
        case PostgresRefusal.configuration(let text): StartupRefusal(.configuration, text)
        case PostgresRefusal.unavailable(let text): StartupRefusal(.unavailable, text)
        case let error as SealingError: InstallationKeys.refusal(of: error)
        case MigrationError.failed(let version, let cause):
            StartupRefusal(
                .unavailable,
                "\(address): Migration \(version) failed and was undone: \(cause). \(cure(for: cause)) Then start again: "
                    + "the database is as it was before.")
        case let error as MigrationError: StartupRefusal(.configuration, "\(address): \(error)")
        default:
            StartupRefusal(.unavailable, "The database \(address) cannot be used: \(error). \(cure(for: error))")
        }
    }

    private func cure(for error: any Error) -> String {
        switch error as? StorageError {
        case .full: "Make space on the disk of the database server."
        case .readOnly: "Name the server that accepts writes, or all servers, in GATEHOUSE_DATABASE_URL."
        case .busy: "Try again later, or let the server have more connections (max_connections)."
        case .corrupt: "Put a copy into an empty database, as docs/several-nodes.md describes."
        case .inputOutput, .closed: "Start the database server, or correct GATEHOUSE_DATABASE_URL."
        case .statement(let text) where text.hasPrefix("42501"):
            "Let the user of GATEHOUSE_DATABASE_URL make tables: GRANT CREATE ON DATABASE … TO …, as "
                + "docs/several-nodes.md describes."
        default: Cure.text(for: error)
        }
    }
}

extension ServerOpening: DatabaseOpening {
    func open(keys: Keys, at now: Date, reach: Reach) async throws(StartupRefusal) -> OpenDatabase {
        let database = try await connect()
        do throws(StartupRefusal) {
            let found = try await find(in: database)
            try reach(.beginning)
            let keys = try keys(found)
            try reach(.key)
            let opened = try await prepare(database, keys, adopting: true, at: now)
            try reach(.indexKeys)
            try reach(.end)
            return opened
        } catch {
            try? database.close()
            throw error
        }
    }

    func openForCommand(keys: Keys, at now: Date) async throws(StartupRefusal) -> OpenDatabase {
        let database = try await connect()
        do throws(StartupRefusal) {
            guard let found = try await find(in: database) else { throw refusalOfEmpty }
            return try await prepare(database, try keys(found), adopting: false, at: now)
        } catch {
            try? database.close()
            throw error
        }
    }

    /// Gives the database its schema and its keys, all in one transaction: a start that was cut off has done nothing,
    /// and of nodes that start at once on an empty database one does everything and the others find it done.
    private func prepare(
        _ database: PostgresDatabase, _ keys: InstallationKeys, adopting: Bool, at now: Date
    ) async throws(StartupRefusal) -> OpenDatabase {
        let sealer = Sealer(ring: keys.ring, entropy: keys.entropy)
        do {
            let stored = try await database.write { [address] connection in
                let applied = try Migrator(Migrations.all).migrate(in: connection)
                let isNew = applied.count == Migrations.all.count
                if !isNew { try Self.requireKeys(in: connection, of: address) }
                if adopting {
                    try keys.adopt(in: connection, isNew: isNew, at: now)
                } else {
                    try keys.requireAdopted(in: connection, at: now)
                }
                return try keys.stored(in: connection, isNew: isNew, by: sealer)
            }
            return OpenDatabase(
                database: database, keys: keys, sealer: stored.complete(sealer),
                probe: DatabaseProbe(interval: .seconds(1), freshness: .seconds(3)) { try await database.probe() })
        } catch {
            throw refusal(error)
        }
    }

    /// Checks that tables that were there before have their keys: new ones would open nothing of what is stored.
    private static func requireKeys(in connection: any SQLConnection, of address: String) throws {
        guard try connection.masterKeys().isEmpty || connection.indexKeys().isEmpty else { return }
        throw StartupRefusal(
            .unavailable,
            "\(address) has tables, but not the keys that belong to them (master_keys, index_keys): put a complete copy "
                + "into an empty database, or name an empty schema with schema=NAME in GATEHOUSE_DATABASE_URL.")
    }
}

extension InstallationKeys {
    /// Checks, as a part of a transaction, that servers seal with the current one of these keys.
    ///
    /// A command does not record its keys beside nodes that may run: they could not open what it seals.
    /// - Throws: `StartupRefusal` with the corrective action, or `StorageError`.
    fileprivate func requireAdopted(in connection: any SQLConnection, at now: Date) throws {
        let ledger = MasterKeyLedger(records: try connection.masterKeys())
        try ledger.check(ring, at: now)
        guard ledger.isCurrent(ring.current.id) else {
            throw StartupRefusal(
                .unavailable,
                "The servers on this database do not seal with the master key \(ring.current.id) yet: restart them with "
                    + "this key ring, whose last line is that key; then run this command again.")
        }
    }
}
