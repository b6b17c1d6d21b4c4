// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GRDBSQLite
import GatehouseStorage

/// Copies of a database in one file, which contain a few small files as well.
package enum SQLiteBackup {
    /// The application id of a copy ("GHBK"); a server refuses such a file until it was restored.
    static let applicationID: Int32 = 0x4748_424B
    /// The table of small files in a copy, and its declaration.
    package static let filesTable = (
        name: "backup_files",
        sql: "CREATE TABLE backup_files (name TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL)"
    )
    /// The pages of one step, after which the copied bytes are synced: a single sync of the whole copy would delay the
    /// commits of a server.
    private static let pagesPerStep: Int32 = 2_048

    /// Copies the database at `source`, as it is in this moment, into a new file that only its owner may read.
    ///
    /// Servers may read and write the database during the copy. When the function returns, the copy is on disk; if
    /// it throws, there is none.
    ///
    /// - Parameters:
    ///   - source: the path of the database.
    ///   - target: the path of the new file.
    ///   - files: the contents of small files by their names.
    /// - Throws: ``UnreadableDatabase`` if the database cannot be read, or ``GatehouseStorage/StorageError``.
    package static func copy(_ source: String, to target: String, adding files: [String: [UInt8]]) throws {
        let descriptor = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ENOSPC, EDQUOT: throw StorageError.full
            case EROFS: throw StorageError.readOnly
            default: throw StorageError.inputOutput("cannot create \(target)")
            }
        }
        // Closed after SQLite's connections, whose locks it would release.
        defer { close(descriptor) }
        do {
            try StorageError.translating { try fill(target, from: source, adding: files) { try sync(descriptor) } }
            try sync(descriptor)
        } catch {
            unsafe unlink(target)
            throw error
        }
    }

    private static func fill(
        _ target: String, from source: String, adding files: [String: [UInt8]],
        sync: @escaping () throws -> Void
    ) throws {
        let original = try reading { try DatabaseQueue(path: source, configuration: .reading) }
        let copy = try DatabaseQueue(path: target)
        defer {
            try? original.close()
            try? copy.close()
        }
        try original.read { database in
            // The first row that is read begins the snapshot, which lasts until all pages are copied.
            _ = try reading { try Row.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") }
            try copy.writeWithoutTransaction { target in
                try target.execute(sql: "PRAGMA synchronous = OFF")
                _ = try Row.fetchOne(target, sql: "PRAGMA journal_mode = OFF")
                try database.backup(to: target, pagesPerStep: pagesPerStep) { _ in try sync() }
            }
        }
        try copy.writeWithoutTransaction { database in
            // A file without a log is complete in itself.
            _ = try Row.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
            try database.execute(sql: filesTable.sql)
            for (name, content) in files {
                try database.execute(
                    sql: "INSERT INTO backup_files (name, content) VALUES (?, ?)", arguments: [name, Data(content)])
            }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
    }

    /// Runs `body`, which reads the database and not the copy.
    private static func reading<Value>(_ body: () throws -> Value) throws(UnreadableDatabase) -> Value {
        do { return try body() } catch { throw UnreadableDatabase(cause: StorageError.translated(error)) }
    }

    /// The error of a copy whose database cannot be read, while the file of the copy can be written.
    package struct UnreadableDatabase: Error {
        /// The error of the database.
        package let cause: any Error
    }

    /// The small files of the copy at `path`, by their names.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package static func files(of path: String) throws -> [String: [UInt8]] {
        try StorageError.translating {
            let copy = try DatabaseQueue(path: path, configuration: .foreign(isReadOnly: true))
            defer { try? copy.close() }
            return try copy.read { database in
                // The file may come from elsewhere: a view could be endless, and a content too large for memory.
                let isTable = try Row.fetchOne(
                    database, sql: "SELECT 1 FROM sqlite_master WHERE name = 'backup_files' AND type = 'table'")
                guard isTable != nil else { throw StorageError.corrupt }
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT name, content FROM backup_files
                        WHERE typeof(name) = 'text' AND typeof(content) = 'blob' AND length(content) <= 65536 LIMIT 16
                        """)
                let pairs = rows.compactMap { row -> (String, [UInt8])? in
                    guard let name = row["name"] as String?, let content = row["content"] as Data? else { return nil }
                    return (name, Array(content))
                }
                return Dictionary(pairs) { first, _ in first }
            }
        }
    }

    /// Turns a copy at `path`, which no process has open, into a database that a server may use.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package static func restore(path: String) throws {
        try StorageError.translating {
            let copy = try DatabaseQueue(path: path, configuration: .foreign(isReadOnly: false))
            defer { try? copy.close() }
            try copy.writeWithoutTransaction { database in
                // The small files may be secret, so their pages are overwritten when the table is removed.
                try database.execute(
                    sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA secure_delete = ON")
                try database.inTransaction(.immediate) {
                    try database.execute(sql: "DROP TABLE backup_files; PRAGMA application_id = 0")
                    return .commit
                }
            }
        }
    }

    private static func sync(_ descriptor: Int32) throws {
        guard fsync(descriptor) == 0 else {
            throw errno == ENOSPC ? StorageError.full : StorageError.inputOutput("cannot sync the copy")
        }
    }
}

extension Configuration {
    /// A connection that reads beside servers.
    static var reading: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        configuration.publicStatementArguments = false
        return configuration
    }

    /// A connection to a file that may come from elsewhere, with the settings that SQLite's documentation recommends
    /// ("Defense Against The Dark Arts").
    static func foreign(isReadOnly: Bool) -> Configuration {
        var configuration = reading
        configuration.readonly = isReadOnly
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
            guard let connection = unsafe database.sqliteConnection else { return }
            for (limit, value) in limits { unsafe sqlite3_limit(connection, limit, value) }
        }
        return configuration
    }

    /// The largest length of a value, a statement and so on; rows of the program have at most 100 MiB.
    private static let limits: [(limit: Int32, value: Int32)] = [
        (SQLITE_LIMIT_LENGTH, 134_217_728), (SQLITE_LIMIT_SQL_LENGTH, 1_000_000), (SQLITE_LIMIT_COLUMN, 200),
        (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VDBE_OP, 1_000_000),
        (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (SQLITE_LIMIT_VARIABLE_NUMBER, 1_000), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ]
}
