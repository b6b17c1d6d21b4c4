// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage

/// A data folder that this process uses: its lock, its keys and its open database.
struct DataFolder {
    /// The steps of a start, after each of which the process may end.
    enum Step: CaseIterable {
        case folder
        case lock
        case beginning
        case key
        case check
        case file
        case schema
        case masterKeys
        case indexKeys
        case mark
        case end
    }

    /// The lock; `nil` for a maintenance command, which may run beside a server.
    let lock: FolderLock?
    let keys: InstallationKeys
    let sealer: Sealer
    let database: any ServerDatabase
    /// Checks that the database can be read and written, or throws the reason why not.
    let requireReady: @Sendable () async throws -> Void
    /// The pages of the log that the last server left without a proper end; 0 after a proper end.
    let leftPages: Int

    /// Opens the folder; the first start of a server creates what the folder lacks.
    ///
    /// A start that was cut off is completed by the next one. `reach` is called after each step, for tests that cut a
    /// start off.
    /// - Throws: `StartupRefusal` with the corrective action.
    static func open(
        _ configuration: ServerConfiguration, clock: WallClock = .system, entropy: Entropy,
        reach: (Step) throws(StartupRefusal) -> Void = { _ in }
    ) async throws(StartupRefusal) -> DataFolder {
        let opening = DatabaseOpening(configuration)
        guard configuration.mode != .maintenance else {
            return try await forMaintenance(opening, configuration, clock: clock, entropy: entropy)
        }
        try opening.makeFolder()
        try reach(.folder)
        let lock = try FolderLock(
            folder: configuration.dataDirectory,
            holder: "gatehouse \(configuration.mode.rawValue) on \(configuration.deployment.baseURL)")
        try reach(.lock)
        let exists = opening.exists
        let beginning = FirstStartRecord(configuration)
        if !exists { try beginning.write() }
        try reach(.beginning)
        let keys = try keys(configuration, entropy: entropy)
        try reach(.key)
        let check = MasterKeyCheck(dataDirectory: configuration.dataDirectory, keys: keys)
        if !exists { try check.seal() }
        try reach(.check)
        let isBegun = beginning.exists
        let leftPages = isBegun ? 0 : try opening.checkFile()
        let database = try opening.open()
        try reach(.file)
        try await opening.migrate(database, isNew: isBegun)
        try reach(.schema)
        try await keys.requireNeeded(by: database, at: clock.now)
        try await check.verify { () async throws(StartupRefusal) in
            try await keys.isRecorded(in: database, at: clock.now)
        }
        try await keys.adopt(in: database, isNew: isBegun, at: clock.now)
        try reach(.masterKeys)
        let sealer = try await keys.sealer(of: database, isNew: isBegun)
        try reach(.indexKeys)
        try opening.mark(database, with: entropy.bytes(4).reduce(0) { mark, byte in mark << 8 | Int32(byte) } | 1)
        try reach(.mark)
        try beginning.remove()
        try reach(.end)
        return DataFolder(
            lock: lock, keys: keys, sealer: sealer, database: database, requireReady: opening.readiness(of: database),
            leftPages: leftPages)
    }

    private static func forMaintenance(
        _ opening: DatabaseOpening, _ configuration: ServerConfiguration, clock: WallClock, entropy: Entropy
    ) async throws(StartupRefusal) -> DataFolder {
        try opening.requireDatabase()
        let keys = try keys(configuration, entropy: entropy)
        try opening.checkFile()
        let database = try opening.open()
        try await opening.migrate(database, isNew: false)
        try await opening.identifyLog(of: database)
        try await keys.requireNeeded(by: database, at: clock.now)
        try await MasterKeyCheck(dataDirectory: configuration.dataDirectory, keys: keys)
            .verify { () async throws(StartupRefusal) in try await keys.isRecorded(in: database, at: clock.now) }
        if try await !keys.isAdopted(in: database) {
            try await adopt(keys, in: database, of: configuration, at: clock.now)
        }
        return DataFolder(
            lock: nil, keys: keys, sealer: try await keys.sealer(of: database, isNew: false), database: database,
            requireReady: opening.readiness(of: database), leftPages: 0)
    }

    /// Records the keys of a command in a folder that no server uses.
    ///
    /// A running server could not open values that an unknown key has sealed.
    private static func adopt(
        _ keys: InstallationKeys, in database: any SQLDatabase, of configuration: ServerConfiguration, at now: Date
    ) async throws(StartupRefusal) {
        let lock: FolderLock
        do throws(StartupRefusal) {
            lock = try FolderLock(folder: configuration.dataDirectory, holder: "A command of gatehouse")
        } catch {
            guard error.exitCode == .unavailable else { throw error }
            throw StartupRefusal(
                .unavailable,
                "The server that uses \(configuration.dataDirectory) does not seal with the master key "
                    + "\(keys.ring.current.id) yet: restart the server with this key ring, whose last line is that key; "
                    + "then run this command again.")
        }
        defer { lock.release() }
        try await keys.adopt(in: database, isNew: false, at: now)
    }

    private static func keys(
        _ configuration: ServerConfiguration, entropy: Entropy
    ) throws(StartupRefusal) -> InstallationKeys {
        let ring = try MasterKeys(
            configuration.masterKey, mode: configuration.mode, entropy: entropy,
            of: KeyedDatabase(folder: configuration.dataDirectory)
        ).ring()
        return InstallationKeys(ring: ring, entropy: entropy)
    }
}

/// The file that exists from the beginning of a folder's first start to its end.
///
/// Without it, a folder with `master.check` and no database is one whose database was lost.
struct FirstStartRecord {
    private let folder: String
    private let restoration: FolderCommand
    private var path: String { folder + "/first.start" }

    init(_ configuration: ServerConfiguration) {
        folder = configuration.dataDirectory
        restoration = configuration.restoration
    }

    /// Whether a first start has begun and has not ended.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Writes the file into a folder without a database.
    /// - Throws: `StartupRefusal` when the folder had a database, or the file cannot be written.
    func write() throws(StartupRefusal) {
        guard !exists else { return }
        guard !FileManager.default.fileExists(atPath: folder + "/" + MasterKeyCheck.fileName) else {
            throw StartupRefusal(
                .unavailable,
                "\(folder) has no gatehouse.sqlite, but its \(MasterKeyCheck.fileName) says that it had one. Put the file "
                    + "back, or restore a backup with: \(restoration)")
        }
        do throws(SystemCallFailure) {
            try PrivateFile.write(Data("The first start in this folder has not ended.\n".utf8), to: path)
            try PrivateFile.sync(folder: folder)
        } catch {
            throw StartupRefusal(
                .cannotCreate, "\(path) cannot be written: \(error). \(Cure.text(for: error, inDataFolder: folder))")
        }
    }

    /// Removes the file, if it exists.
    /// - Throws: `StartupRefusal` when the file cannot be removed.
    func remove() throws(StartupRefusal) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            let failure = SystemCallFailure.last("unlink")
            throw StartupRefusal(
                .cannotCreate, "\(path) cannot be removed: \(failure). \(Cure.text(for: failure, inDataFolder: folder))"
            )
        }
    }
}
