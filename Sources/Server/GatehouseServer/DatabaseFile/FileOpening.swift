// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseGateway
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage

/// Opens and migrates a database that is an SQLite file in the data folder.
struct FileOpening {
    /// The name of the database's file in the data folder.
    static let fileName = "gatehouse.sqlite"
    /// The number of concurrent reads: more would use a thread and memory each without a gain on a few cores.
    private static let readers = 3

    private let configuration: ServerConfiguration
    private let entropy: Entropy
    private let folder: String
    private let path: String
    private let marks: DatabaseMarks
    private let config: String?
    /// The command that puts a backup into the folder.
    private let restoration: FolderCommand

    init(_ configuration: ServerConfiguration, entropy: Entropy = .system) {
        self.configuration = configuration
        self.entropy = entropy
        folder = configuration.dataDirectory
        path = configuration.databasePath
        marks = DatabaseMarks(databasePath: path)
        config = configuration.settingsFile
        restoration = configuration.restoration
    }

    /// Whether the database exists.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Checks that the database exists.
    /// - Throws: `StartupRefusal` with the corrective action.
    func requireDatabase() throws(StartupRefusal) {
        guard exists else {
            // A file in a folder that this user may not enter seems to be missing.
            guard unsafe access(path, F_OK) == 0 || errno != EACCES else {
                throw refusal(SystemCallFailure(call: "access", code: EACCES))
            }
            try CopiedFolder.requireNoPart(in: folder)
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

    /// Checks that the file is a database, is no backup, and fits its log, which SQLite does not merge yet.
    /// - Returns: the number of pages in the log of a process that runs or did not end properly; 0 without a log.
    /// - Throws: `StartupRefusal` with the corrective action.
    @discardableResult
    func checkFile() throws(StartupRefusal) -> Int {
        // A server that starts at the same time gives file and log another mark, and one that runs may move the log into
        // the file between the readings.
        var relation = try relationOfFileAndLog()
        for _ in 0..<2 where relation.pages == nil { relation = try relationOfFileAndLog() }
        switch relation {
        case .fitting(let pages): return pages
        case .foreign(let isLacking):
            throw StartupRefusal(
                .unavailable,
                "\(path)-wal is not the log of this file: it is the log of another database, or of another state of "
                    + "this one. Put the right file back. Or go on without the changes in the log: "
                    + "\(settingAside(isLacking ? ["-wal", "-mark"] : ["-wal"])) Or restore a backup: \(restoration)")
        case .lost(let isPresent):
            throw StartupRefusal(
                .unavailable,
                "\(path)-wal was \(isPresent ? "replaced or cut" : "removed"), although it had changes that the file "
                    + "lacks. Stop the server, if it runs, and put the log back. Or go on without these changes: "
                    + "\(settingAside(isPresent ? ["-wal", "-mark"] : ["-mark"])) Or restore a backup: \(restoration)")
        }
    }

    /// How the file and its log belong together.
    private enum Relation {
        /// The log, if there is one, has this number of pages, and continues the file.
        case fitting(pages: Int)
        /// The log belongs to another file or to another state; `isLacking` tells whether the file lacks changes of the
        /// right one.
        case foreign(isLacking: Bool)
        /// A log with changes that the file lacks is gone, or was cut.
        case lost(isPresent: Bool)

        var pages: Int? { if case .fitting(let pages) = self { pages } else { nil } }
    }

    private func relationOfFileAndLog() throws(StartupRefusal) -> Relation {
        // In this order: a running server may only move the log on, and the file on to the state of the log.
        let known = marks.read()
        let header: SQLiteHeader?
        let log: SQLiteLog?
        do {
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
        let expected = known.marks.isEmpty ? [header.mark] : known.marks
        // A file with another mark is not the one that the state is about.
        let promised = known.marks.contains(header.mark) ? known.state : nil
        func isLacking(_ state: Int32) -> Bool { promised.map { $0 > state } ?? false }
        if let log {
            let isContinuation = log.state.map { state in state >= header.state } ?? true
            guard log.pageSize == header.pageSize, expected.contains(header.mark), log.marks.isSubset(of: expected),
                isContinuation
            else { return .foreign(isLacking: isLacking(header.state)) }
        }
        let reached = max(header.state, log?.state ?? header.state)
        guard isLacking(reached) else { return .fitting(pages: log?.pages ?? 0) }
        return .lost(isPresent: FileManager.default.fileExists(atPath: path + "-wal"))
    }

    /// The commands that rename files of the database.
    private func settingAside(_ endings: [String]) -> String {
        endings.map { ending in
            // An earlier file that was set aside stays.
            let names = (1...).lazy.map { number in path + ending + ".aside" + (number == 1 ? "" : "-\(number)") }
            let new = names.first { name in !FileManager.default.fileExists(atPath: name) }
            return "mv \(FolderCommand.word(path + ending)) \(FolderCommand.word(new ?? path + ending + ".aside"))"
        }.joined(separator: " && ")
    }

    /// Opens the database.
    /// - Throws: `StartupRefusal` with the corrective action.
    func open() throws(StartupRefusal) -> SQLiteDatabase {
        do {
            return try SQLiteDatabase(path: path, readers: Self.readers, config: config)
        } catch {
            throw refusal(error)
        }
    }

    /// Creates an empty database in memory, which exists as long as the value.
    /// - Throws: `StorageError`.
    static func inMemory() throws -> any SQLDatabase {
        try SQLiteDatabase.inMemory()
    }

    /// The check that the database can be read and written, and that its file is there and can grow.
    private func probe(_ database: SQLiteDatabase) -> DatabaseProbe {
        DatabaseProbe(interval: .seconds(5), freshness: .seconds(15)) { [path, folder, marks] in
            // SQLite continues with a removed file, whose content is lost with the process.
            guard FileManager.default.fileExists(atPath: path) else {
                throw NotReady("The database's file was removed: stop the server, and restore the file.")
            }
            try SpaceProbe(folder: folder).check()
            let state = try await database.probe()
            try marks.note(state, inFile: try database.stateInFile())
        }
    }

    /// Migrates the database to this program's schema; only a new one may be without a schema.
    /// - Throws: `StartupRefusal` with the corrective action.
    private func migrate(_ database: any SQLDatabase, isNew: Bool) async throws(StartupRefusal) {
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
        } catch MigrationError.failed(let version, let cause) {
            throw StartupRefusal(
                .unavailable,
                "\(path): Migration \(version) failed and was undone: \(cause). "
                    + "\(Cure.text(for: cause, inDataFolder: folder, restoration: restoration)) Then start again: the "
                    + "database is as it was before.")
        } catch let error as MigrationError {
            throw StartupRefusal(.configuration, "\(path): \(error)")
        } catch let error as StartupRefusal {
            throw error
        } catch {
            throw refusal(error)
        }
    }

    /// Commits a state number, so that a log that this process may leave says which state of the file it continues.
    /// - Throws: `StartupRefusal` with the corrective action.
    private func identifyLog(of database: SQLiteDatabase) async throws(StartupRefusal) {
        do {
            try await database.probe()
        } catch {
            throw refusal(error)
        }
    }

    /// Gives the database's file a new mark, so that a log that this process may leave fits no other file.
    /// - Throws: `StartupRefusal` with the corrective action.
    private func mark(_ database: SQLiteDatabase, with mark: Int32) throws(StartupRefusal) {
        do {
            let present = try SQLiteHeader.read(path: path)?.mark
            let known = marks.read()
            let possible = known.marks.union([present ?? 0, mark])
            let isSameFile = known.marks.contains(present ?? 0)
            try marks.write(DatabaseMarks.Content(marks: possible, state: isSameFile ? known.state : nil))
            let isRenewed = try database.renewMark(mark)
            if isRenewed { try marks.write(DatabaseMarks.Content(marks: [mark])) }
            database.expect(marks: isRenewed ? [mark] : possible)
        } catch let error as SystemCallFailure {
            throw StartupRefusal(
                .cannotCreate,
                "\(marks.path) cannot be written: \(error). \(Cure.text(for: error, inDataFolder: folder))")
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ error: any Error) -> StartupRefusal {
        let cure = Cure.text(for: error, inDataFolder: folder, restoration: restoration)
        return StartupRefusal(.unavailable, "The database \(path) cannot be used: \(error). \(cure)")
    }
}

extension FileOpening: DatabaseOpening {
    func open(keys: Keys, at now: Date, reach: Reach) async throws(StartupRefusal) -> OpenDatabase {
        let exists = exists
        let beginning = FirstStartRecord(configuration)
        if !exists { try beginning.write() }
        try reach(.beginning)
        let keys = try keys(KeyedDatabase(folder: folder))
        try reach(.key)
        let check = MasterKeyCheck(dataDirectory: folder, keys: keys)
        if !exists { try check.seal() }
        try reach(.check)
        let isBegun = beginning.exists
        let leftPages = isBegun ? 0 : try checkFile()
        let database = try open()
        try reach(.file)
        try await migrate(database, isNew: isBegun)
        try reach(.schema)
        try await keys.requireNeeded(by: database, at: now)
        try await check.verify { () async throws(StartupRefusal) in try await keys.isRecorded(in: database, at: now) }
        try await keys.adopt(in: database, isNew: isBegun, at: now)
        try reach(.masterKeys)
        let sealer = try await keys.sealer(of: database, isNew: isBegun)
        try reach(.indexKeys)
        try mark(database, with: entropy.bytes(4).reduce(0) { mark, byte in mark << 8 | Int32(byte) } | 1)
        try reach(.mark)
        try beginning.remove()
        try reach(.end)
        return OpenDatabase(
            database: database, keys: keys, sealer: sealer, probe: probe(database), check: check, leftPages: leftPages)
    }

    func openForCommand(keys: Keys, at now: Date) async throws(StartupRefusal) -> OpenDatabase {
        try requireDatabase()
        let keys = try keys(KeyedDatabase(folder: folder))
        try checkFile()
        let database = try open()
        try await migrate(database, isNew: false)
        try await identifyLog(of: database)
        try await keys.requireNeeded(by: database, at: now)
        let check = MasterKeyCheck(dataDirectory: folder, keys: keys)
        try await check.verify { () async throws(StartupRefusal) in try await keys.isRecorded(in: database, at: now) }
        if try await !keys.isAdopted(in: database) { try await adopt(keys, in: database, at: now) }
        return OpenDatabase(
            database: database, keys: keys, sealer: try await keys.sealer(of: database, isNew: false),
            probe: probe(database), check: check)
    }

    /// Records the keys of a command in a folder that no server uses.
    ///
    /// A running server could not open values that an unknown key has sealed.
    private func adopt(
        _ keys: InstallationKeys, in database: any SQLDatabase, at now: Date
    ) async throws(StartupRefusal) {
        let lock: FolderLock
        do throws(StartupRefusal) {
            lock = try FolderLock(folder: folder, holder: "A command of gatehouse")
        } catch {
            guard error.exitCode == .unavailable else { throw error }
            throw StartupRefusal(
                .unavailable,
                "The server that uses \(folder) does not seal with the master key \(keys.ring.current.id) yet: restart the "
                    + "server with this key ring, whose last line is that key; then run this command again.")
        }
        defer { lock.release() }
        try await keys.adopt(in: database, isNew: false, at: now)
    }
}
