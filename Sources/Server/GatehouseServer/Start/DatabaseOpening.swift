// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Opens and migrates the database before the server accepts requests.
struct DatabaseOpening {
    /// The name of the database's file in the data folder.
    static let fileName = "gatehouse.sqlite"
    /// The number of concurrent reads: more would use a thread and memory each without a gain on a few cores.
    private static let readers = 3

    private let folder: String
    private let path: String
    private let marks: DatabaseMarks

    init(_ configuration: ServerConfiguration) {
        folder = configuration.dataDirectory
        path = configuration.databasePath
        marks = DatabaseMarks(databasePath: path)
    }

    /// Whether the database exists.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Checks that the database exists.
    /// - Throws: `StartupRefusal` with the corrective action.
    func requireDatabase() throws(StartupRefusal) {
        guard exists else {
            guard !FileManager.default.fileExists(atPath: folder + "/" + MasterKeyCheck.fileName) else {
                throw StartupRefusal(
                    .unavailable,
                    "\(path) is missing, although \(MasterKeyCheck.fileName) says that the folder had a database. Put the "
                        + "file back, or restore a backup with: \(restoration)")
            }
            throw StartupRefusal(
                .configuration, "There is no database in \(folder): name its folder with --data-dir or --config.")
        }
    }

    /// Checks that the file is a database, is no backup, and fits its log; SQLite does not merge the log meanwhile.
    /// - Returns: the number of pages in the log, which a process left that did not end properly, or that a server
    ///   writes; 0 without a log.
    /// - Throws: `StartupRefusal` with the corrective action.
    @discardableResult
    func checkFile() throws(StartupRefusal) -> Int {
        // A server that starts at the same time gives file and log another mark.
        for _ in 0..<3 {
            if let pages = try pagesOfFittingLog() { return pages }
        }
        throw StartupRefusal(
            .unavailable,
            "\(path)-wal is not the log of this file: it is the log of another database, or of another state of this "
                + "one. Put the right file back. Or go on without the changes in the log: mv "
                + "\(FolderCommand.word(path + "-wal")) \(FolderCommand.word(path + "-wal.aside")) "
                + "Or restore a backup: \(restoration)")
    }

    /// The number of pages in the log; `nil` if the log does not belong to the file in its present state.
    private func pagesOfFittingLog() throws(StartupRefusal) -> Int? {
        let header: SQLiteHeader?
        let log: SQLiteLog?
        do {
            // In this order: a running server may only move the file on to the state of the log.
            header = try SQLiteHeader.read(path: path)
            log = try SQLiteLog.read(databasePath: path)
        } catch {
            throw refusal(error)
        }
        guard let header else { throw refusal(StorageError.corrupt) }
        guard !header.isBackup else {
            throw StartupRefusal(
                .unavailable,
                "\(path) is a backup. Move it to another folder as FILE, then run: \(restoration)")
        }
        guard let log else { return 0 }
        let known = marks.read()
        let expected = known.isEmpty ? [header.mark] : known
        let isContinuation = log.state.map { state in state >= header.state } ?? true
        guard log.pageSize == header.pageSize, expected.contains(header.mark), log.marks.isSubset(of: expected),
            isContinuation
        else { return nil }
        return log.pages
    }

    /// The command that puts a backup into the folder.
    private var restoration: FolderCommand { FolderCommand(restoring: path) }

    /// Opens the database.
    /// - Throws: `StartupRefusal` with the corrective action.
    func open() throws(StartupRefusal) -> SQLiteDatabase {
        do { return try SQLiteDatabase(path: path, readers: Self.readers) } catch { throw refusal(error) }
    }

    /// Migrates the database to this program's schema; only a new one may be without a schema.
    /// - Throws: `StartupRefusal` with the corrective action.
    func migrate(_ database: SQLiteDatabase, isNew: Bool) async throws(StartupRefusal) {
        let migrator = Migrator(Migrations.all)
        do {
            let version = isNew ? nil : try await migrator.version(of: database)
            guard version != 0 else {
                throw StartupRefusal(
                    .unavailable,
                    "\(path) has no tables, so its log \(path)-wal was lost: put the log back, or restore a backup with: "
                        + "\(restoration)")
            }
            try await migrator.migrate(database)
        } catch let error as MigrationError {
            throw StartupRefusal(.configuration, "\(path): \(error)")
        } catch let error as StartupRefusal {
            throw error
        } catch {
            throw refusal(error)
        }
    }

    /// Gives the database's file a new mark, so that a log that this process may leave fits no other file.
    /// - Throws: `StartupRefusal` with the corrective action.
    func mark(_ database: SQLiteDatabase, with mark: Int32) throws(StartupRefusal) {
        do {
            let present = try SQLiteHeader.read(path: path)?.mark
            let possible = marks.read().union([present ?? 0, mark])
            try marks.write(possible)
            let isRenewed = try database.renewMark(mark)
            if isRenewed { try marks.write([mark]) }
            database.expect(marks: isRenewed ? [mark] : possible)
        } catch let error as SystemCallFailure {
            throw StartupRefusal(
                .cannotCreate,
                "\(marks.path) cannot be written: \(error). Choose a folder you may write to with --data-dir.")
        } catch {
            throw refusal(error)
        }
    }

    /// Creates the data folder, for its owner only, if it does not exist.
    /// - Throws: `StartupRefusal` with the corrective action.
    func makeFolder() throws(StartupRefusal) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The data folder \(folder) cannot be created: choose one you may write to with --data-dir."
            )
        }
    }

    private func refusal(_ error: any Error) -> StartupRefusal {
        let cure =
            switch error as? StorageError {
            case .corrupt: "Choose another folder with --data-dir, or restore a backup with: \(restoration)"
            case .full: "Make space on its disk, or choose another folder with --data-dir."
            case .readOnly:
                "Mount its file system for writing, and make the file writable for this user, or choose another folder "
                    + "with --data-dir."
            default: "Make it writable for this user, or choose another folder with --data-dir."
            }
        return StartupRefusal(.unavailable, "The database \(path) cannot be used: \(error). \(cure)")
    }
}

/// The file with the marks that the database's file may have, apart from the log's changes.
///
/// Each start gives the database a new mark. A log whose database has another mark belongs to another file.
struct DatabaseMarks {
    /// The path of the file.
    let path: String

    init(databasePath: String) {
        path = databasePath + "-mark"
    }

    /// The marks; empty without a readable file.
    func read() -> Set<Int32> {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return Set(text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) })
    }

    /// Replaces the file.
    func write(_ marks: Set<Int32>) throws(SystemCallFailure) {
        let text = marks.sorted().map(String.init).joined(separator: " ")
        try PrivateFile.write(Data((text + "\n").utf8), to: path)
    }
}
