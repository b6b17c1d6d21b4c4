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
            throw StartupRefusal(
                .configuration, "There is no database in \(folder): name its folder with --data-dir.")
        }
    }

    /// Checks that the file is a database, is no backup, and fits its log; the log is not opened.
    /// - Throws: `StartupRefusal` with the corrective action.
    func checkFile() throws(StartupRefusal) {
        let header: SQLiteHeader?
        do {
            header = try SQLiteHeader.read(path: path)
        } catch {
            throw refusal(error)
        }
        guard let header else { throw refusal(StorageError.corrupt) }
        guard !header.isBackup else {
            throw StartupRefusal(
                .unavailable,
                "\(path) is a backup: move it to another folder as FILE, then run: gatehouse restore FILE --replace.")
        }
        let known = marks.read()
        guard known.isEmpty || known.contains(header.mark) || !hasLog else {
            throw StartupRefusal(
                .unavailable,
                "\(path) was replaced, and \(path)-wal is the log of another database: restore a backup with: "
                    + "gatehouse restore FILE --replace, or put the database of the log back.")
        }
    }

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
                        + "gatehouse restore FILE --replace.")
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

    private var hasLog: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
    }

    private func refusal(_ error: any Error) -> StartupRefusal {
        let cure =
            switch error as? StorageError {
            case .corrupt: "Restore a backup with: gatehouse restore FILE --replace"
            case .full: "Make space on its disk"
            case .readOnly: "Mount its file system for writing, and make the file writable for this user"
            default: "Make it writable for this user"
            }
        return StartupRefusal(
            .unavailable,
            "The database \(path) cannot be used: \(error). \(cure), or choose another folder with --data-dir.")
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
