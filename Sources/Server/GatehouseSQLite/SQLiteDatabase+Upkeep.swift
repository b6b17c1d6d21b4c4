// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseStorage
import Synchronization

/// The upkeep of the files; nothing here changes a row.
extension SQLiteDatabase {
    /// The pages of one transaction that gives back free pages: other writes wait for it.
    private static let pagesPerTransaction = 128
    /// The most transactions of one call of ``giveBackFreePages()``.
    private static let mostTransactions = 64
    /// The number of free pages that are kept for future rows: at least so many, and this part of the file.
    private static let reserve = (pages: 256, part: 16)

    /// Moves the log into the database's file, and writes `mark` into its header.
    ///
    /// A log that a killed process left contains changes of a file with this mark. Only the process that holds the
    /// folder's lock may call it.
    ///
    /// - Returns: whether the file's header has the mark; if another process was reading, it gets the mark later.
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func renewMark(_ mark: Int32) throws -> Bool {
        try StorageError.translating {
            try writer.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA user_version = \(mark)")
                do {
                    try database.checkpoint(.truncate)
                    return true
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    return false
                }
            }
        }
    }

    /// Expects one of these marks in the header of the database's file from now on.
    package func expect(marks: Set<Int32>) {
        files?.expect(marks: marks)
    }

    /// Checks that the open files are still the files at the database's path, and belong to this database.
    ///
    /// After a problem was found, reads and writes throw it.
    ///
    /// - Throws: ``GatehouseStorage/StorageError/unsound(_:)`` with the problem and the corrective action.
    package func checkIdentity() async throws {
        try findProblem()
    }

    /// Whether SQLite has met damage since the last call; a check of all pages should follow.
    package func takeSuspicion() -> Bool {
        files?.takeSuspicion() ?? false
    }

    /// Checks the open files, as ``checkIdentity()``.
    func findProblem() throws {
        guard let files else { return }
        try files.requireSound()
        let header = try header()
        if let problem = files.problem(header) { throw ended(by: problem) }
    }

    /// The error of a call: what was wrong with the files, if that can be the reason of the error.
    ///
    /// A file that was cut has no tables, so that every statement seems to be invalid.
    func explained(_ error: any Error) -> any Error {
        switch error as? StorageError {
        case .corrupt, .statement, .inputOutput: break
        default: return error
        }
        do {
            try findProblem()
        } catch StorageError.unsound(let problem) {
            return StorageError.unsound(problem)
        } catch {
            // The database was closed during the search.
        }
        if error as? StorageError == .corrupt { files?.suspect() }
        return error
    }

    /// Ends the use of the database.
    ///
    /// Its connections stay open to the end of the process: when the last one is closed, SQLite moves the log into the
    /// file, which may be another database by now.
    private func ended(by failure: StorageError) -> StorageError {
        files?.fail(failure)
        Self.neverClosed.withLock { writers in
            if !writers.contains(where: { writer in writer === self.writer }) { writers.append(writer) }
        }
        return failure
    }

    private static let neverClosed = Mutex<[any DatabaseWriter]>([])

    /// The state number in the header of the database's file, without the changes in its log; `nil` in memory.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func stateInFile() throws -> Int32? {
        guard files != nil else { return nil }
        guard let header = try header() else { throw StorageError.corrupt }
        return header.state
    }

    /// The header of the open file; `nil` if it cannot be read.
    /// - Throws: `StorageError.closed`.
    private func header() throws -> SQLiteHeader? {
        func read(_ database: Database) -> SQLiteHeader? {
            unsafe database.sqliteConnection.flatMap { unsafe SQLiteHeader.read($0) }
        }
        do {
            // A connection that opens now could fail at a file that was cut.
            if let reader = readers?.lend(checking: files) {
                defer { readers?.giveBack(reader) }
                return reader.header()
            }
            return try writer.unsafeReentrantRead(read)
        } catch {
            guard StorageError.translated(error) as? StorageError == .closed else { return nil }
            throw StorageError.closed
        }
    }

    /// Reads the whole file and checks that SQLite finds no damage, without a comparison of indexes and tables.
    ///
    /// After damage was found, reads and writes throw it.
    ///
    /// - Throws: ``GatehouseStorage/StorageError/unsound(_:)`` with the damage and the corrective action.
    package func checkContent() async throws {
        var damage: String?
        do {
            damage = try await StorageError.translating {
                // A new connection has no pages in memory.
                let connection = try files.map { files in
                    try DatabaseQueue(path: files.path, configuration: .reading)
                }
                defer { try? connection?.close() }
                let reader: any DatabaseReader = connection ?? writer
                return try await reader.read { database in
                    try String.fetchOne(database, sql: "PRAGMA quick_check(1)").flatMap { $0 == "ok" ? nil : $0 }
                }
            }
        } catch StorageError.corrupt {
            damage = "the file is damaged"
        }
        guard let damage = damage?.replacingOccurrences(of: "\n", with: " ") else { return }
        let path = files?.path ?? "The database"
        let restoration = files?.restoration ?? FolderCommand(restoring: path)
        throw ended(
            by: .unsound(
                "\(path) is damaged (\(damage.prefix(200))). Stop the server; then restore a backup with: "
                    + "\(restoration)"))
    }

    /// Cuts the log to nothing if it has more than `limit` bytes and no process is reading an old state.
    ///
    /// - Returns: whether the log was cut.
    /// - Throws: ``GatehouseStorage/StorageError``.
    @discardableResult
    package func shortenLog(over limit: Int) async throws -> Bool {
        guard let path = files?.path, Self.size(ofFile: path + "-wal") > limit else { return false }
        try findProblem()
        return try await StorageError.translating {
            // A connection that waits for no lock, so that the writer is blocked only while the log is cut.
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            let connection = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? connection.close() }
            return try await connection.writeWithoutTransaction { database in
                do {
                    try database.checkpoint(.passive)
                    try database.checkpoint(.truncate)
                    return true
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    return false
                }
            }
        }
    }

    /// Gives free pages back to the file system, in short transactions; a reserve for future rows is kept.
    ///
    /// A database of an early release keeps its free pages until it was compacted.
    ///
    /// - Returns: the number of pages that were given back.
    /// - Throws: ``GatehouseStorage/StorageError``.
    @discardableResult
    package func giveBackFreePages() async throws -> Int {
        let (pages, free, kind) = try await read { reader in
            func number(_ pragma: GatehouseStorage.SQL) throws -> Int { try reader.queryOne(pragma)?[0] ?? 0 }
            return (
                try number("PRAGMA page_count"), try number("PRAGMA freelist_count"), try number("PRAGMA auto_vacuum")
            )
        }
        let excess = free - max(Self.reserve.pages, pages / Self.reserve.part)
        guard kind == 2, excess >= Self.pagesPerTransaction else { return 0 }
        let transactions = min(excess / Self.pagesPerTransaction, Self.mostTransactions)
        for _ in 0..<transactions {
            try await write { connection in try connection.execute("PRAGMA incremental_vacuum(128)") }
        }
        return transactions * Self.pagesPerTransaction
    }

    /// Writes the whole file anew, without free pages; later ones can be given back.
    ///
    /// Tables that an earlier release has made get the order of rows that this release gives them.
    ///
    /// Other processes must not use the database during the call. The disk needs space for three further copies.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func compact() async throws {
        try await StorageError.translating {
            try await writer.writeWithoutTransaction { database in
                // In memory, the copy and the new indexes could be larger than the machine's memory.
                try database.execute(sql: "PRAGMA temp_store = FILE")
                try database.inTransaction {
                    try SQLiteDialect.orderTables(of: database)
                    return .commit
                }
                // The disk needs no space for a log of both.
                try database.checkpoint(.truncate)
                try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
                try database.checkpoint(.truncate)
            }
        }
    }

    /// The size of a file in bytes, 0 if there is none.
    static func size(ofFile path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
