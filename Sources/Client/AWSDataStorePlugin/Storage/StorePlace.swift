// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

/// The place of a store: a file for each app and each name of a store.
struct StorePlace: Hashable, Sendable {
    /// The endings of the files of a database: the database, its log, and the index of the log.
    static let endings = ["", "-wal", "-shm"]

    /// The folder, which only its owner can enter.
    let folder: String

    /// The name of the database's file.
    let name: String

    /// The place of an app's store, below the data directory of the client.
    ///
    /// The folder is not the one of the credentials, because each file in that one is an item of a credential store.
    static func standard(app: String = AppIdentity.name()) -> StorePlace {
        #if canImport(Darwin)
        // The root of an app's container is not writable on iOS, so the folder of credentials does not serve there.
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let folder = (support ?? FileManager.default.temporaryDirectory).appending(path: "\(app)/datastore/gatehouse")
        #else
        let folder = FileCredentialStore.defaultDirectory(processName: app, part: "datastore")
        #endif
        return StorePlace(folder: folder.path, name: "DataStore.sqlite")
    }

    /// The database's file.
    var path: String { folder + "/" + name }

    /// The file with the lock of the store; it contains the number of the process that holds the lock.
    var lockPath: String { path + ".lock" }

    /// A file that is there after a read or a write has met damage, until the next opening.
    var suspicionPath: String { path + ".suspect" }

    /// The place that damaged files get.
    ///
    /// - Parameters:
    ///   - date: the time of the discovery.
    ///   - number: distinguishes several discoveries of the same second, from 1.
    /// - Returns: a place in the same folder.
    func aside(at date: Date, number: Int = 1) -> StorePlace {
        let time = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted).format(date)
        return StorePlace(folder: folder, name: "\(name)-damaged-\(time)" + (number > 1 ? "-\(number)" : ""))
    }
}

// MARK: - The files

extension StorePlace {
    /// Makes the folder, and takes the right to use the store.
    ///
    /// - Throws: ``StoreProblem`` if a program has the right already, this one included. `FileFailure`.
    func lock() throws -> StoreLock {
        try File.makeDirectory(folder)
        try File.keepToOwner(folder)
        guard let lock = try FileLock.attempt(lockPath) else { throw StoreProblem.inUse(self, by: holder) }
        // The number is for the sentence of a refusal alone; without it, the lock protects the store all the same.
        try? File.write(Data("\(ProcessInfo.processInfo.processIdentifier)\n".utf8), to: lockPath)
        return lock
    }

    /// The number of the process that took the lock last.
    private var holder: Int32? {
        guard let content = try? File.read(lockPath, limit: 64) else { return nil }
        return Int32(String(decoding: content, as: UTF8.self).filter { !$0.isWhitespace })
    }

    /// Makes the file if there is none, and takes all access to it and to a log that is left from other users.
    ///
    /// SQLite gives a new log and its index the access rights of the file. The function opens no file that exists:
    /// closing it would release the locks of SQLite.
    ///
    /// - Throws: ``StoreProblem`` if the place is a folder. `FileFailure`, or the error of the system.
    func prepareFile() throws {
        let files = FileManager.default
        var isFolder = false
        guard exists(path, isFolder: &isFolder) else {
            try File.write(Data(), to: path)
            return try File.synchronize(directory: folder)
        }
        if isFolder { throw StoreProblem.isFolder(self) }
        for file in Self.endings.map({ path + $0 }) where files.fileExists(atPath: file) {
            let mode = try files.attributesOfItem(atPath: file)[.posixPermissions] as? Int ?? 0o600
            if mode & 0o077 != 0 { try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file) }
        }
    }

    private func exists(_ path: String, isFolder: inout Bool) -> Bool {
        var answer: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &answer)
        isFolder = answer.boolValue
        return exists
    }

    /// Gives the files of the database, which nothing may have open, the names of damaged ones.
    ///
    /// - Returns: the new place.
    /// - Throws: `FileFailure`.
    func setAside(at date: Date) throws(FileFailure) -> StorePlace {
        var (number, target) = (1, aside(at: date))
        while FileManager.default.fileExists(atPath: target.path) {
            number += 1
            target = aside(at: date, number: number)
        }
        try moveFiles(to: target)
        return target
    }

    /// Gives the files of the database, which nothing may have open, other names in the same folder.
    ///
    /// - Throws: `FileFailure`.
    func moveFiles(to target: StorePlace) throws(FileFailure) {
        // The database goes last: SQLite would make a log that stays behind a part of the next database.
        for ending in Self.endings.reversed() where FileManager.default.fileExists(atPath: path + ending) {
            try File.rename(path + ending, to: target.path + ending)
        }
        try File.synchronize(directory: folder)
    }

    /// Removes the files of the database, which nothing may have open.
    ///
    /// - Throws: `FileFailure`.
    func removeFiles() throws(FileFailure) {
        for ending in Self.endings { try File.remove(path + ending) }
    }

    /// Notes that the database may be damaged, so that the next opening checks all of it.
    func suspect() {
        // Without the note, the next opening finds only damage that is near the beginning of the file.
        try? File.write(Data(), to: suspicionPath)
    }

    /// Whether an earlier use of the database has met damage.
    var isSuspect: Bool { FileManager.default.fileExists(atPath: suspicionPath) }

    /// Forgets the damage of an earlier use.
    ///
    /// - Throws: `FileFailure`.
    func clearSuspicion() throws(FileFailure) {
        try File.remove(suspicionPath)
    }
}
