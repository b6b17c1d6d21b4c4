// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite(.hangLimit) struct UpkeepTests {
    private let file: DatabaseFile
    private var folder: TemporaryFolder { file.folder }
    private var database: SQLiteDatabase { file.database }
    private var path: String { file.path }

    init() async throws {
        file = try await DatabaseFile()
    }

    private func size(_ ending: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + ending)
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    private func free() async throws -> Int {
        try await database.read { reader in try reader.queryOne("PRAGMA freelist_count")?[0] ?? -1 }
    }

    @Test func `free pages are given back, but for a reserve`() async throws {
        try await self.file.add(0..<1_000)
        try await database.write { connection in try connection.execute("DELETE FROM things") }
        let before = try await free()
        let given = try await database.giveBackFreePages()
        #expect(given > 1_000)
        #expect(try await free() == before - given)
        #expect(try await free() >= 256)
        #expect(try await database.giveBackFreePages() == 0)
        _ = try await database.shortenLog(over: 0)
        #expect(try size() < 2_000_000)
    }

    @Test func `a database of an early release gives pages back after it was compacted`() async throws {
        let old = folder.path("old.db")
        let first = try DatabaseQueue(path: old)
        try first.inDatabase { database in try database.execute(sql: "CREATE TABLE things (id BIGINT, content BLOB)") }
        try first.close()
        let early = try SQLiteDatabase(path: old)
        let content = [UInt8](repeating: 7, count: 8_000)
        try await early.write { connection in
            for id in 0..<1_000 {
                try connection.execute("INSERT INTO things (id, content) VALUES (\(id), \(content))")
            }
        }
        #expect(try await early.inspect().givesBackFreePages == false)
        try await early.write { connection in try connection.execute("DELETE FROM things") }
        #expect(try await early.giveBackFreePages() == 0)
        try await early.compact()
        let compacted = try await early.inspect()
        #expect(compacted.givesBackFreePages && compacted.isSound && compacted.freeBytes == 0)
    }

    @Test func `the log is cut when it is long, but not while an old state is being read`() async throws {
        try await self.file.add(0..<100)
        #expect(try size("-wal") > 500_000)
        #expect(try await !database.shortenLog(over: 10_000_000))
        #expect(try await database.shortenLog(over: 500_000))
        #expect(try size("-wal") == 0)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        try reader.inDatabase { database in
            try database.execute(sql: "BEGIN")
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM things") == 100)
        }
        try await self.file.add(100..<200)
        #expect(try await !database.shortenLog(over: 0))
        try reader.inDatabase { database in try database.execute(sql: "COMMIT") }
        #expect(try await database.shortenLog(over: 0))
    }

    @Test func `the mark is in the file's header after the log was moved into it`() async throws {
        #expect(try database.renewMark(77))
        #expect(try SQLiteHeader.read(path: path)?.mark == 77)
        #expect(try size("-wal") == 0)
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func `a file that was replaced or removed ends the use of the database`(_ ending: String) async throws {
        try await database.checkIdentity()
        try FileManager.default.moveItem(atPath: path + ending, toPath: path + ".aside")
        let removed = await #expect(throws: StorageError.self) { try await database.checkIdentity() }
        #expect(removed?.description.contains("\(path)\(ending) was removed") == true)
        #expect(removed?.description.contains("gatehouse restore") == true)
        #expect(removed?.description.contains("start it again") == (ending == "-shm"))
        await #expect(throws: StorageError.self) {
            try await database.write { connection in try connection.execute("DELETE FROM things") }
        }
        await #expect(throws: StorageError.self) { try await free() }
    }

    @Test func `another file at the database's path is noticed`() async throws {
        let copy = folder.path("copy")
        try SQLiteBackup.copy(path, to: copy, adding: [:])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: copy, toPath: path)
        let replaced = await #expect(throws: StorageError.self) { try await database.checkIdentity() }
        #expect(replaced?.description.contains("was replaced") == true)
    }

    @Test(arguments: [true, false])
    func `another database that was copied over the open file is noticed`(isBackup: Bool) async throws {
        #expect(try database.renewMark(5))
        database.expect(marks: [5])
        try await database.checkIdentity()
        let copy = folder.path("copy")
        try SQLiteBackup.copy(path, to: copy, adding: [:])
        if !isBackup {
            try SQLiteBackup.restore(path: copy)
            let other = try SQLiteDatabase(path: copy)
            #expect(try other.renewMark(6))
            try other.close()
        }
        try overwrite(with: Data(contentsOf: URL(fileURLWithPath: copy)))
        let noticed = await #expect(throws: StorageError.self) { try await database.checkIdentity() }
        #expect(noticed?.description.contains("another database") == true)
    }

    @Test(arguments: [true, false])
    func `a file that was overwritten is not changed at the end`(isNoticedBefore: Bool) async throws {
        #expect(try database.renewMark(5))
        database.expect(marks: [5])
        try await self.file.add(0..<10)
        let copy = folder.path("copy")
        let other = try SQLiteDatabase(path: copy)
        #expect(try other.renewMark(6))
        try other.close()
        let content = try Data(contentsOf: URL(fileURLWithPath: copy))
        try overwrite(with: content)
        if isNoticedBefore { await #expect(throws: StorageError.self) { try await database.checkIdentity() } }
        try database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
        await #expect(throws: StorageError.self) { try await free() }
    }

    @Test func `a call at a file that was cut has the reason and the corrective action`() async throws {
        try await self.file.add(0..<100)
        #expect(try await database.shortenLog(over: 0))
        try overwrite(with: Data())
        let failure = await #expect(throws: StorageError.self) {
            _ = try await database.read { reader in try reader.query("SELECT content FROM things") }
        }
        #expect(failure?.description.contains("overwritten or cut") == true)
        #expect(failure?.description.hasSuffix("gatehouse restore FILE --replace --data-dir \(folder.path)") == true)
    }

    @Test func `a call at a damaged page asks for a check of all pages`() async throws {
        try await self.file.add(0..<100)
        #expect(try await database.shortenLog(over: 0))
        #expect(!database.takeSuspicion())
        let file = FileHandle(fileDescriptor: unsafe open(path, O_WRONLY), closeOnDealloc: false)
        for page in 3..<20 {
            try file.seek(toOffset: UInt64(page * 4_096))
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        }
        await #expect(throws: StorageError.corrupt) {
            _ = try await database.read { reader in try reader.query("SELECT content FROM things") }
        }
        #expect(database.takeSuspicion())
        #expect(!database.takeSuspicion())
    }

    @Test func `a file that was cut is noticed`() async throws {
        try overwrite(with: Data())
        let noticed = await #expect(throws: StorageError.self) { try await database.checkIdentity() }
        #expect(noticed?.description.contains("overwritten or cut") == true)
    }

    /// Writes into the open file, as `cp` does.
    private func overwrite(with content: Data) throws {
        // The descriptor stays open: closing it would release the locks that this process has on the file.
        let file = FileHandle(fileDescriptor: unsafe open(path, O_WRONLY | O_TRUNC), closeOnDealloc: false)
        try file.write(contentsOf: content)
    }

    @Test func `damage in a page of the file ends the use of the database`() async throws {
        try await self.file.add(0..<100)
        #expect(try await database.shortenLog(over: 0))
        try await database.checkContent()
        let file = FileHandle(fileDescriptor: unsafe open(path, O_WRONLY), closeOnDealloc: false)
        for page in 3..<20 {
            try file.seek(toOffset: UInt64(page * 4_096))
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        }
        let damaged = await #expect(throws: StorageError.self) { try await database.checkContent() }
        #expect(damaged?.description.contains("is damaged") == true)
        await #expect(throws: StorageError.self) { try await free() }
    }
}
