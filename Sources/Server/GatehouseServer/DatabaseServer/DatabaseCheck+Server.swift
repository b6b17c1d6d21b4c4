// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehousePostgres
import GatehouseServerCrypto
import GatehouseStorage

extension DatabaseCheck {
    /// Checks a database on a server: its schema, its rows and its master key.
    ///
    /// The server itself watches its files and its references between rows.
    /// - Returns: the findings.
    /// - Throws: `StartupRefusal` when the database cannot be read.
    func run(on server: DatabaseServerSettings) async throws(StartupRefusal) -> CheckReport {
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        let opening = ServerOpening(configuration, server)
        let database = try await opening.connect()
        defer { try? database.close() }
        guard let found = try await opening.find(in: database) else { throw opening.refusalOfEmpty }
        var report = CheckReport()
        report.note("Database: \(opening.address)")
        do {
            try await report.noteIntegrity(of: database)
        } catch {
            throw opening.refusal(error)
        }
        await Self.noteRows(of: database, in: &report)
        await noteDomains(of: database, in: &report)
        let hasOwnSchema = await Self.hasOwnSchema(database)
        let keys = await noteKey(of: found, in: database, in: &report)
        if hasOwnSchema {
            await report.noteNodes(of: database)
            await report.noteMasterKeys(
                of: database, keys: keys, rotation: configuration.command("rotate-master-key"),
                showingSeals: showsSeals, at: clock.now)
        }
        noteArchives(in: &report)
        return report
    }

    /// Compares the master key of the settings with the records in the database; returns the keys, if any are set and can
    /// be read.
    private func noteKey(
        of found: KeyedDatabase, in database: any SQLDatabase, in report: inout CheckReport
    ) async -> KeyRing? {
        guard hasMasterKey(in: &report) else { return nil }
        do throws(StartupRefusal) {
            let ring = try MasterKeys(configuration.masterKey, mode: .maintenance, entropy: .system, of: found).ring()
            let keys = InstallationKeys(ring: ring, entropy: .system)
            try await keys.requireNeeded(by: database, at: clock.now)
            if try await keys.isRecorded(in: database, at: clock.now) {
                report.note("Master key: it is the one that sealed this database")
            } else {
                report.problem(
                    "Master key: it is not the one that sealed this database, whose key is \(found.keyID ?? "missing"); set "
                        + "GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE to that one")
            }
            return ring
        } catch {
            report.problem("Master key: \(error)")
            return nil
        }
    }
}

extension CheckReport {
    /// Says whether the server checks its pages.
    /// - Throws: `StorageError`.
    fileprivate mutating func noteIntegrity(of database: any SQLDatabase) async throws {
        let setting = try await database.read { reader in
            try reader.queryOne("SELECT setting FROM pg_settings WHERE name = 'data_checksums'").map { row in
                try row["setting"] as String
            }
        }
        note(
            setting == "on"
                ? "Integrity: the server checks the sums of its pages when it reads them"
                : "Integrity: the server keeps no sums of its pages, so that it does not notice a disk that changes data "
                    + "(pg_checksums --enable, while it is stopped)")
    }
}
