// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage

/// The SQLite database of a data folder, as an end of a copy; its lock is held, so that no server uses the folder.
struct CopiedFolder: Sendable {
    private let configuration: ServerConfiguration
    private let entropy: Entropy
    private let lock: FolderLock
    /// The folders that did not exist before.
    private let made: [String]

    /// Locks the folder of a database that is read.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    static func existing(_ configuration: ServerConfiguration, entropy: Entropy) throws(StartupRefusal) -> CopiedFolder
    {
        try FileOpening(configuration).requireDatabase()
        return CopiedFolder(
            configuration: configuration, entropy: entropy, lock: try lock(configuration), made: [])
    }

    /// Locks the folder of a database that is made; the folder is made if it does not exist.
    ///
    /// - Throws: `StartupRefusal` with the corrective action.
    static func new(_ configuration: ServerConfiguration, entropy: Entropy) throws(StartupRefusal) -> CopiedFolder {
        let made = try DataFolder.make(configuration.dataDirectory)
        do throws(StartupRefusal) {
            return CopiedFolder(
                configuration: configuration, entropy: entropy, lock: try lock(configuration), made: made)
        } catch {
            for path in made { unsafe rmdir(path) }
            throw error
        }
    }

    private static func lock(_ configuration: ServerConfiguration) throws(StartupRefusal) -> FolderLock {
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

    /// Opens the database for reading.
    ///
    /// - Throws: `StartupRefusal` with the corrective action, also for a schema that no release has.
    func source() async throws(StartupRefusal) -> CopySource {
        let path = configuration.databasePath
        try FileOpening(configuration).checkFile()
        guard let keyed = KeyedDatabase(folder: configuration.dataDirectory) else {
            throw StartupRefusal(.configuration, "There is no database in \(configuration.dataDirectory).")
        }
        let refusal: @Sendable (any Error) -> StartupRefusal = { [configuration] error in
            Self.refusal(error, of: path, configuration)
        }
        do {
            let database = try SQLiteDatabase.reading(path: path)
            let differences = try await SchemaCheck.differences(of: database, isBackup: false)
            guard differences.isEmpty else {
                try database.close()
                throw StartupRefusal(
                    .damaged,
                    "\(path) has another schema than that of a release, and what is additional would be lost: undo the "
                        + "change in the database, then run this command again.", details: differences)
            }
            return CopySource(database: database, place: path, keyed: keyed, refusal: refusal, requireUnused: {})
        } catch {
            throw refusal(error)
        }
    }

    /// Opens the file of a copy beside the place of the database; with `restarting`, a part of a copy is removed.
    ///
    /// - Throws: `StartupRefusal` with the corrective action, also for a folder with a database.
    func target(restarting: Bool) throws(StartupRefusal) -> any CopyTarget {
        let target = configuration.databasePath + FolderTarget.ending
        var isBegun = FileManager.default.fileExists(atPath: target)
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
        if isBegun, restarting {
            FolderTarget.remove(target, in: configuration.dataDirectory)
            isBegun = false
        }
        try FirstStartRecord(configuration).remove()
        do {
            return FolderTarget(
                configuration: configuration, entropy: entropy, file: try SQLiteDatabase(path: target))
        } catch {
            throw Self.refusal(error, of: target, configuration)
        }
    }

    /// The refusal for an error of a database in the folder.
    fileprivate static func refusal(
        _ error: any Error, of path: String, _ configuration: ServerConfiguration
    ) -> StartupRefusal {
        switch error {
        case let refusal as StartupRefusal: refusal
        case let error as MigrationError: StartupRefusal(.configuration, "\(path): \(error)")
        default:
            StartupRefusal(
                .unavailable,
                "The database \(path) cannot be used: \(error). "
                    + Cure.text(
                        for: error, inDataFolder: configuration.dataDirectory, restoration: configuration.restoration))
        }
    }
}

/// The file that a copy fills; it becomes the database of the folder at the end.
private struct FolderTarget: CopyTarget {
    /// What the name of the file has after that of the database.
    static let ending = ".copy"

    let configuration: ServerConfiguration
    let entropy: Entropy
    let file: SQLiteDatabase

    private var path: String { configuration.databasePath + Self.ending }

    var database: any ServerDatabase { file }
    var place: String { configuration.databasePath }
    /// A statement is short, and SQLite looks for each placeholder of a long one among all others.
    var rowsPerStatement: Int { 1 }

    func refusal(_ error: any Error) -> StartupRefusal { CopiedFolder.refusal(error, of: path, configuration) }

    /// Writes `master.check`: a server does not start in a folder that has it and no database.
    func prepare(for keys: InstallationKeys) throws(StartupRefusal) {
        try MasterKeyCheck(dataDirectory: configuration.dataDirectory, keys: keys).seal()
    }

    /// Nothing: SQLite uses the indexes without statistics.
    func analyse(_ tables: [CopiedTable]) async throws {}

    func complete() async throws(StartupRefusal) {
        do {
            // A file without a log is complete in itself.
            let mark = entropy.bytes(4).reduce(Int32(0)) { mark, byte in mark << 8 | Int32(byte) } | 1
            guard try file.renewMark(mark) else { throw StorageError.busy }
            try file.close()
            try PrivateFile.sync(file: path)
            try PrivateFile.rename(path, to: configuration.databasePath)
        } catch {
            throw refusal(error)
        }
    }

    func discard() async throws(StartupRefusal) {
        do {
            try file.close()
        } catch {
            throw refusal(error)
        }
        Self.remove(path, in: configuration.dataDirectory)
    }

    /// Removes the file of a copy, and then `master.check`, which belongs to it.
    static func remove(_ path: String, in folder: String) {
        BackupFile.remove(path)
        unsafe unlink(folder + "/" + MasterKeyCheck.fileName)
    }
}
