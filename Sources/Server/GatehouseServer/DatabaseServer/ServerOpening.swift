// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
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
    let configuration: ServerConfiguration
    private let server: DatabaseServerSettings
    let clock: WallClock
    let entropy: Entropy
    let logger: Logger

    init(
        _ configuration: ServerConfiguration, _ server: DatabaseServerSettings, clock: WallClock = .system,
        entropy: Entropy = .system, logger: Logger = .silent
    ) {
        self.configuration = configuration
        self.server = server
        self.clock = clock
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
        return try await connect(connections: nil)
    }

    /// Connects with another number of connections than the one of the settings.
    /// - Throws: `StartupRefusal` with the corrective action.
    func connect(connections: Int?) async throws(StartupRefusal) -> PostgresDatabase {
        var settings = try Self.settings(server)
        if let connections { settings.connections = connections }
        do {
            return try await PostgresDatabase.open(settings, entropy: entropy, logger: logger)
        } catch {
            throw refusal(error)
        }
    }

    /// The master keys of the settings, for a database that has tables.
    /// - Throws: `StartupRefusal` with the corrective action.
    func ring(of found: KeyedDatabase) throws(StartupRefusal) -> KeyRing {
        try MasterKeys(configuration.masterKey, mode: configuration.mode, entropy: entropy, of: found).ring()
    }

    /// What is known about the keys of a database; `nil` for one without tables.
    /// - Throws: `StartupRefusal` with the corrective action, also for a part of a copy, which has no keys yet.
    func find(in database: any SQLDatabase) async throws(StartupRefusal) -> KeyedDatabase? {
        do {
            guard try await Migrator(Migrations.all).version(of: database) > 0 else { return nil }
            let records = try await database.read { reader in try reader.masterKeys() }
            if records.isEmpty, case .begun = try await CopyRecord.state(of: database) {
                throw CopyRefusals.unfinished(at: address)
            }
            return KeyedDatabase(address: address, records: records)
        } catch MigrationError.newerDatabase(let version, let known) {
            throw await refusal(of: version, known: known, in: database)
        } catch {
            throw refusal(error)
        }
    }

    /// The refusal of a schema that only later programs know, with the release that has brought it.
    private func refusal(of version: Int, known: Int, in database: any SQLDatabase) async -> StartupRefusal {
        guard let release = try? await database.read({ reader in try reader.release(ofSchema: version) }) else {
            return refusal(MigrationError.newerDatabase(version: version, known: known))
        }
        return StartupRefusal(
            .configuration,
            "\(address): The database has schema \(version), this program knows schemas up to \(known). Run release "
                + "\(release), which has brought that schema, or a later one, or restore a backup made before that.")
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
