// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
package import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseUserPoolModel

/// The findings of `gatehouse check`.
package struct CheckReport: Sendable, Equatable {
    /// One line for people.
    package struct Line: Sendable, Equatable {
        /// A sentence about one finding.
        package let text: String
        /// Whether the line names a problem that the operator must solve.
        package let isProblem: Bool
    }

    /// The lines, in the order of the checks.
    package private(set) var lines: [Line] = []

    /// Whether no line names a problem.
    package var isSound: Bool { !lines.contains { line in line.isProblem } }

    mutating func note(_ text: String) { lines.append(Line(text: text, isProblem: false)) }
    mutating func problem(_ text: String) { lines.append(Line(text: text, isProblem: true)) }
}

/// A check of a database or of a backup, beside a server that is running or not; it changes nothing.
package struct DatabaseCheck: Sendable {
    let configuration: ServerConfiguration
    private let backup: String?
    let showsSeals: Bool
    let clock: WallClock

    /// Creates the check of the data folder's database, or of a file that `gatehouse backup` made; with `showingSeals`,
    /// the report has the numbers of seals for each purpose.
    package init(
        _ configuration: ServerConfiguration, backup: String? = nil, showingSeals: Bool = false,
        clock: WallClock = .system
    ) {
        showsSeals = showingSeals
        self.configuration = configuration
        self.backup = backup
        self.clock = clock
    }

    /// Reads the whole file and checks it, the schema, the master key and the counters; of a database on a server, all but
    /// the file.
    /// - Returns: the findings.
    /// - Throws: `StartupRefusal` when there is no database that can be read.
    package func run() async throws(StartupRefusal) -> CheckReport {
        if backup == nil, let server = configuration.databaseServer { return try await run(on: server) }
        let path = backup ?? configuration.databasePath
        var report = CheckReport()
        if backup == nil {
            try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
            let opening = FileOpening(configuration)
            try opening.requireDatabase()
            try opening.checkFile()
        } else {
            try BackupFile(path).requireBackup()
        }
        let database: SQLiteDatabase
        do {
            database = try SQLiteDatabase.reading(path: path)
        } catch StorageError.corrupt {
            note(SQLiteInspection(damage: "the file is damaged so that nothing can be read"), of: path, in: &report)
            return report
        } catch {
            throw unreadable(path, error)
        }
        defer { try? database.close() }
        // The rows of a foreign file are only read if nothing in it runs with them.
        guard await noteSchema(of: database, in: &report) || backup == nil else { return report }
        do {
            note(try await database.inspect(), of: path, in: &report)
        } catch {
            throw unreadable(path, error)
        }
        await Self.noteRows(of: database, in: &report)
        await noteDomains(of: database, in: &report)
        let hasOwnSchema = await Self.hasOwnSchema(database)
        let records = hasOwnSchema ? try? await database.read { reader in try reader.masterKeys() } : nil
        let keys = noteKey(recordedIn: MasterKeyLedger(records: records ?? []), in: &report)
        if hasOwnSchema {
            await report.noteMasterKeys(
                of: database, keys: keys, rotation: configuration.command("rotate-master-key"),
                showingSeals: showsSeals, at: clock.now)
        }
        if backup == nil { noteArchives(in: &report) }
        return report
    }

    /// The refusal of a file that cannot be read, which says nothing about its content.
    private func unreadable(_ path: String, _ error: any Error) -> StartupRefusal {
        StartupRefusal(unreadable: path, error, elsewhere: "check")
    }

    /// The corrective action for a file that is damaged.
    private var cure: String {
        guard backup == nil else { return "Use another backup." }
        return "If there is a backup, stop the server and restore it with: "
            + "\(configuration.restoration)"
    }

    private func note(_ inspection: SQLiteInspection, of path: String, in report: inout CheckReport) {
        report.note(
            "Database: \(path), \(ByteCount(inspection.bytes)), of which \(ByteCount(inspection.freeBytes)) free")
        for finding in inspection.damage { report.problem("Damage: \(finding)") }
        for row in inspection.danglingRows { report.problem("A row refers to one that does not exist: \(row)") }
        if inspection.isSound {
            report.note("Integrity: no damage, and every row refers to rows that exist")
        } else {
            report.problem(cure)
        }
        if !inspection.givesBackFreePages {
            report.note(
                "Free space: an early release made this database, which keeps its free pages; "
                    + (backup != nil ? "after the restore," : "stop the server and") + " run: "
                    + "\(configuration.command("compact"))")
        }
    }

    /// Compares the schema; returns whether it is the schema of a release.
    private func noteSchema(of database: SQLiteDatabase, in report: inout CheckReport) async -> Bool {
        do {
            let differences = try await SchemaCheck.differences(of: database, isBackup: backup != nil)
            for difference in differences { report.problem("Schema: \(difference)") }
            if !differences.isEmpty { report.problem(cure) }
            return differences.isEmpty
        } catch StorageError.corrupt {
            // The inspection finds more about it.
            return true
        } catch {
            report.problem("Schema: \(error)")
            return false
        }
    }

    static func noteRows(of database: any SQLDatabase, in report: inout CheckReport) async {
        let known = Migrations.all.count
        do {
            let version = try await Migrator(Migrations.all).version(of: database)
            guard version == known else {
                report.note("Schema: \(version); the next start of the server migrates it to \(known)")
                return
            }
            report.note("Schema: \(version), that of this program")
            let counts = try await StoreCounts(database)
            report.note(
                "Rows: \(counts.userPools) user pools, \(counts.users) users, "
                    + "\(counts.queuedMessages) messages that wait to be sent")
            if counts.dataAPIs > 0 { report.note("Data APIs: \(counts.dataAPIs), with \(counts.records) records") }
            if counts.listedCleanups > 0 {
                report.note(
                    "Data APIs: \(counts.listedCleanups) removals of dropped records and values are not complete; the server "
                        + "completes them when it starts, and every five minutes")
            }
            if counts.placesWithoutRecord > 0 {
                report.problem(
                    "\(counts.placesWithoutRecord) places in the indexes of data APIs have no record: report this as a "
                        + "defect of Gatehouse")
            }
            if counts.projects > 0 { report.note("Projects: \(counts.projects)") }
            if counts.filesWithoutContent > 0 {
                report.problem(
                    "\(counts.filesWithoutContent) files of pushed states have no content: report this as a defect of "
                        + "Gatehouse")
            }
            for denial in try await SQLAccessStore(database).read({ try $0.narrowDenials() }) {
                report.note(
                    "Policies: the \(denial.kind.rawValue) \(denial.name) denies less than it reads, at \(denial.flaw)")
            }
            for collision in try await SQLAccessStore(database).read({ try $0.nameCollisions() }) {
                report.note(
                    "Names: \(collision.names.joined(separator: ", ")) of the kind \(collision.kind.rawValue) differ by "
                        + "case alone, which new names may not")
            }
            for pool in counts.poolsWithWrongCounter {
                report.problem("The counter of users of pool \(pool) is wrong: report this as a defect of Gatehouse")
            }
        } catch {
            report.problem("Schema: \(error)")
        }
    }

    /// Names the domains of user pools that share a host name under the base URL of the settings.
    func noteDomains(of database: any SQLDatabase, in report: inout CheckReport) async {
        guard await Self.hasOwnSchema(database) else { return }
        let hosts = DomainHosts(configuration.deployment)
        do {
            let collisions = try await SQLUserPoolStore(database).read { store in
                try store.domainCollisions(on: hosts)
            }
            for collision in collisions { report.note("Domains: \(collision.text)") }
        } catch {
            report.problem("Domains: \(error)")
        }
    }

    /// Names the master keys that the sealed copies of user pools need.
    func noteArchives(in report: inout CheckReport) {
        let folder = PoolArchiveFolder(dataDirectory: configuration.dataDirectory, config: configuration.settingsFile)
        for (id, count) in folder.copiesByKey.sorted(by: { $0.key < $1.key }) {
            report.note("Copies of user pools: \(count), which need the master key \(id) as long as you keep them")
        }
    }

    static func hasOwnSchema(_ database: any SQLDatabase) async -> Bool {
        (try? await Migrator(Migrations.all).version(of: database)) == Migrations.all.count
    }

    /// Whether the settings have a master key; if not, the report says so.
    func hasMasterKey(in report: inout CheckReport) -> Bool {
        guard case .usualFile(let path) = configuration.masterKey, !FileManager.default.fileExists(atPath: path) else {
            return true
        }
        report.note("Master key: not checked, because none is set (GATEHOUSE_MASTER_KEY, GATEHOUSE_MASTER_KEY_FILE)")
        return false
    }

    /// Checks `master.check`; returns the keys, if any are set and can be read.
    private func noteKey(recordedIn ledger: MasterKeyLedger, in report: inout CheckReport) -> KeyRing? {
        guard hasMasterKey(in: &report) else { return nil }
        let database: KeyedDatabase?
        let keys: KeyRing
        do throws(StartupRefusal) {
            database =
                if let backup {
                    KeyedDatabase(path: backup, check: try BackupFile(backup).files()[MasterKeyCheck.fileName])
                } else {
                    KeyedDatabase(folder: configuration.dataDirectory)
                }
            keys = try MasterKeys(configuration.masterKey, mode: .maintenance, entropy: .system, of: database).ring()
        } catch {
            report.problem("Master key: \(error)")
            return nil
        }
        let sealer = Sealer(ring: keys, entropy: .system)
        let sealed = database?.check
        if let sealed, MasterKeyCheck.isOpened(sealed, by: sealer) {
            report.note("Master key: it is the one that sealed this database")
        } else if sealed == nil {
            report.problem(
                "Master key: \(MasterKeyCheck.fileName) is missing. "
                    + (backup == nil ? MasterKeyCheck.cureOfMissing : "Use another backup."))
        } else if ledger.accepts(keys, at: clock.now) {
            report.problem(
                "Master key: it is the right one, but \(MasterKeyCheck.fileName) is damaged, or belongs to another "
                    + "database. " + (backup == nil ? MasterKeyCheck.cureOfDamaged : "Use another backup."))
        } else {
            report.problem(
                "Master key: it is not the one that sealed this database, whose key is \(database?.keyID ?? "damaged"); set "
                    + "GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE to that one")
        }
        return keys
    }
}

extension StartupRefusal {
    /// The refusal of a database that SQLite cannot open for reading, perhaps because its folder is read-only.
    ///
    /// `action` is what can be done with a copy in another folder.
    init(unreadable path: String, _ error: any Error, elsewhere action: String) {
        let folder = (path as NSString).deletingLastPathComponent
        let cure =
            switch error as? StorageError {
            case .full, .busy, .corrupt: Cure.text(for: error)
            default:
                "SQLite needs a folder that this user may write: make \(folder.isEmpty ? "." : folder) writable, or "
                    + "\(action) a copy of all its files elsewhere."
            }
        self.init(.unavailable, "\(path) cannot be read: \(error). \(cure)")
    }
}

/// A number of bytes for people.
struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    var description: String {
        bytes < 1_000_000 ? "\((bytes + 999) / 1_000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}
