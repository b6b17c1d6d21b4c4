// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage

/// The SQLite database of a data folder, as an end of a copy; its lock is held, so that no server uses the folder.
struct CopiedFolder: Sendable {
    private let configuration: ServerConfiguration
    private let lock: FolderLock
    /// The folders that did not exist before.
    private let made: [String]

    /// Locks the folder of a database that is read.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    static func existing(_ configuration: ServerConfiguration) throws(StartupRefusal) -> CopiedFolder {
        try FileOpening(configuration).requireDatabase()
        return CopiedFolder(configuration: configuration, lock: try locked(configuration), made: [])
    }

    /// Locks the folder of a database that is made; the folder is made if it does not exist.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    static func new(_ configuration: ServerConfiguration) throws(StartupRefusal) -> CopiedFolder {
        let made = try DataFolder.make(configuration.dataDirectory)
        do throws(StartupRefusal) {
            return CopiedFolder(configuration: configuration, lock: try locked(configuration), made: made)
        } catch {
            for path in made { unsafe rmdir(path) }
            throw error
        }
    }

    /// Checks that a folder without a database has no part of a copy, which a start would leave behind.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    static func requireNoPart(in folder: String) throws(StartupRefusal) {
        let part = folder + "/" + FileOpening.fileName + FolderTarget.ending
        guard FileManager.default.fileExists(atPath: part) else { return }
        throw CopyRefusals.unfinished(at: folder)
    }

    private static func locked(_ configuration: ServerConfiguration) throws(StartupRefusal) -> FolderLock {
        try FolderLock(folder: configuration.dataDirectory, holder: "gatehouse copy")
    }

    /// Releases the lock.
    func release() { lock.release() }

    /// Releases the lock after a refusal, and removes what was made if nothing else is there.
    func withdraw() {
        lock.withdraw()
        // A folder with files stays.
        for path in made { unsafe rmdir(path) }
    }

    /// The tables of this program's schema.
    ///
    /// - Throws: `StorageError`.
    static func tables() async throws -> [CopiedTable] {
        let schema = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(schema)
        return try await schema.copiedTables()
    }

    /// Opens the database for reading.
    ///
    /// - Throws: `StartupRefusal` with the corrective action, also for a schema that no release has.
    func source() async throws(StartupRefusal) -> any CopySourceDatabase {
        let path = configuration.databasePath
        try FileOpening(configuration).checkFile()
        guard let keyed = KeyedDatabase(folder: configuration.dataDirectory) else {
            throw StartupRefusal(.configuration, "There is no database in \(configuration.dataDirectory).")
        }
        do {
            let file = try SQLiteDatabase.reading(path: path)
            let differences = try await SchemaCheck.differences(of: file, isBackup: false)
            guard differences.isEmpty else {
                throw StartupRefusal(
                    .damaged,
                    "\(path) has another schema than that of a release, and what is additional would be lost: undo the "
                        + "change in the database, then run this command again.", details: differences)
            }
            return FolderSource(configuration: configuration, file: file, keyed: keyed)
        } catch {
            throw StartupRefusal(error, of: path, in: configuration)
        }
    }

    /// Opens the file of a copy beside the place of the database; with `restarting`, a part of a copy is removed.
    ///
    /// A database that is in its place is opened for reading: the last run may have ended just before it said so.
    /// `verify` checks that these master keys open the database.
    /// - Throws: `StartupRefusal` with the corrective action, also for a folder with parts of a database.
    func target(
        _ keys: InstallationKeys, restarting: Bool,
        verify: @escaping @Sendable (any SQLDatabase) async throws -> Void
    ) throws(StartupRefusal) -> any CopyTargetDatabase {
        let target = configuration.databasePath + FolderTarget.ending
        let isBegun = FileManager.default.fileExists(atPath: target)
        let opening = FileOpening(configuration)
        if !isBegun, opening.exists {
            try opening.checkFile()
            do {
                let file = try SQLiteDatabase.reading(path: configuration.databasePath)
                return PresentDatabase(configuration: configuration, file: file, verify: verify)
            } catch {
                throw StartupRefusal(error, of: configuration.databasePath, in: configuration)
            }
        }
        let name = FileOpening.fileName
        var present = [name, name + "-wal", name + "-shm", name + "-journal", name + "-mark"]
        if !isBegun { present.append(MasterKeyCheck.fileName) }
        present = present.filter { FileManager.default.fileExists(atPath: configuration.dataDirectory + "/" + $0) }
        guard present.isEmpty else {
            throw StartupRefusal(
                .cannotCreate,
                "\(configuration.dataDirectory) has files of a database (\(present.joined(separator: ", "))): name a folder "
                    + "without a database.")
        }
        if isBegun, restarting { FolderTarget.remove(target, in: configuration.dataDirectory) }
        try FirstStartRecord(configuration).remove()
        do {
            let file = try SQLiteDatabase(path: target)
            return FolderTarget(configuration: configuration, file: file, keys: keys, verify: verify)
        } catch {
            throw StartupRefusal(error, of: target, in: configuration)
        }
    }
}

/// The database of a folder that a copy reads.
private struct FolderSource: CopySourceDatabase {
    let configuration: ServerConfiguration
    let file: SQLiteDatabase
    let keyed: KeyedDatabase

    var database: any ServerDatabase { file }
    var place: String { configuration.databasePath }

    func refusal(_ error: any Error) -> StartupRefusal { StartupRefusal(error, of: place, in: configuration) }

    /// Nothing: no server can use the folder, because the copy has its lock.
    func requireUnused() async throws {}
}

/// A database that a folder has before the copy: it has everything, or is refused.
private struct PresentDatabase: CopyTargetDatabase {
    let configuration: ServerConfiguration
    let file: SQLiteDatabase
    let verify: @Sendable (any SQLDatabase) async throws -> Void

    var database: any ServerDatabase { file }
    var place: String { configuration.databasePath }
    var rowsPerStatement: Int { 1 }

    func refusal(_ error: any Error) -> StartupRefusal { StartupRefusal(error, of: place, in: configuration) }

    // Nothing is written to a database with tables, so there is nothing to prepare and to remove.

    func prepare() async throws {}
    func analyse(_ tables: [CopiedTable]) async throws {}
    func complete() async throws { try await verify(file) }
    func discard() async throws {}
}

/// The file that a copy fills; it becomes the database of the folder at the end.
private struct FolderTarget: CopyTargetDatabase {
    /// What the name of the file has after that of the database.
    static let ending = ".copy"

    let configuration: ServerConfiguration
    let file: SQLiteDatabase
    let keys: InstallationKeys
    let verify: @Sendable (any SQLDatabase) async throws -> Void

    private var path: String { configuration.databasePath + Self.ending }

    var database: any ServerDatabase { file }
    var place: String { configuration.databasePath }
    /// A statement is short, and SQLite looks for each placeholder of a long one among all others.
    var rowsPerStatement: Int { 1 }

    func refusal(_ error: any Error) -> StartupRefusal { StartupRefusal(error, of: path, in: configuration) }

    /// Writes `master.check`: a server does not start in a folder that has it and no database.
    func prepare() async throws {
        try MasterKeyCheck(dataDirectory: configuration.dataDirectory, keys: keys).seal()
    }

    /// Nothing: SQLite uses the indexes without statistics.
    func analyse(_ tables: [CopiedTable]) async throws {}

    func complete() async throws {
        try await verify(file)
        do {
            // A file without a log is complete in itself.
            let mark = keys.entropy.bytes(4).reduce(Int32(0)) { mark, byte in mark << 8 | Int32(byte) } | 1
            guard try file.renewMark(mark) else { throw StorageError.busy }
            try file.close()
            try PrivateFile.sync(file: path)
            try PrivateFile.rename(path, to: configuration.databasePath)
        } catch {
            throw refusal(error)
        }
    }

    func discard() async throws {
        try file.close()
        Self.remove(path, in: configuration.dataDirectory)
    }

    /// Removes the file of a copy, and then `master.check`, which belongs to it.
    static func remove(_ path: String, in folder: String) {
        BackupFile.remove(path)
        unsafe unlink(folder + "/" + MasterKeyCheck.fileName)
    }
}

extension StartupRefusal {
    /// The refusal for an error of a database in a data folder, or the error itself if it is one.
    fileprivate init(_ error: any Error, of path: String, in configuration: ServerConfiguration) {
        switch error {
        case let refusal as StartupRefusal: self = refusal
        case let error as MigrationError: self.init(.configuration, "\(path): \(error)")
        default:
            let cure = Cure.text(
                for: error, inDataFolder: configuration.dataDirectory, restoration: configuration.restoration)
            self.init(.unavailable, "The database \(path) cannot be used: \(error). \(cure)")
        }
    }
}
