// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite(.hangLimit) struct BackupTests {
    private let file: DatabaseFile
    private var folder: TemporaryFolder { file.folder }
    private var database: SQLiteDatabase { file.database }
    private var path: String { file.path }

    init() async throws {
        file = try await DatabaseFile()
    }

    private func add(_ ids: Range<Int>) async throws {
        try await file.add(ids, bytes: 1)
    }

    private func count(_ database: SQLiteDatabase) async throws -> Int {
        try await database.read { reader in try reader.queryOne("SELECT count(*) FROM things")?[0] ?? -1 }
    }

    @Test func `a copy has what was committed before it, and is one sound file for its owner alone`() async throws {
        try await add(0..<100)
        let copy = folder.path("copy")
        try SQLiteBackup.copy(path, to: copy, adding: ["master.check": [1, 2, 3], "empty": []])
        try await add(100..<200)
        #expect(try SQLiteHeader.read(path: copy)?.isBackup == true)
        #expect(try SQLiteHeader.read(path: path)?.isBackup == false)
        #expect(try SQLiteBackup.files(of: copy) == ["master.check": [1, 2, 3], "empty": []])
        let reading = try SQLiteDatabase.reading(path: copy)
        #expect(try await reading.inspect().isSound)
        #expect(try await count(reading) == 100)
        try reading.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        for ending in ["-wal", "-shm", "-journal"] { #expect(!FileManager.default.fileExists(atPath: copy + ending)) }
    }

    @Test func `a copy made during a write that has not ended has none of its rows`() async throws {
        try await add(0..<10)
        let copy = folder.path("copy")
        try await holdingTheWriter(of: database) {
            try SQLiteBackup.copy(path, to: copy, adding: [:])
        }
        #expect(try await count(SQLiteDatabase.reading(path: copy)) == 10)
    }

    @Test func `a copy that was restored is a database like the first one`() async throws {
        try await add(0..<10)
        let copy = folder.path("copy")
        try SQLiteBackup.copy(path, to: copy, adding: ["master.check": [1]])
        try SQLiteBackup.restore(path: copy)
        #expect(try SQLiteHeader.read(path: copy)?.isBackup == false)
        let restored = try SQLiteDatabase(path: copy)
        #expect(try await count(restored) == 10)
        let tables = try await restored.read { reader in
            try reader.query("SELECT name FROM sqlite_master WHERE type = 'table'").map { row in try row[0] as String }
        }
        #expect(tables == ["things"])
    }

    @Test func `a restored database contains no bytes of the copy's small files`() throws {
        let (copy, secret) = (folder.path("copy"), Data("the content of a small file".utf8))
        func content() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: copy)) }
        try SQLiteBackup.copy(path, to: copy, adding: ["master.check": Array(secret)])
        #expect(try content().range(of: secret) != nil)
        try SQLiteBackup.restore(path: copy)
        #expect(try content().range(of: secret) == nil)
    }

    @Test func `an existing file is not overwritten, and a copy that fails leaves no file`() async throws {
        let copy = folder.path("copy")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
        #expect(throws: StorageError.self) { try SQLiteBackup.copy(path, to: copy, adding: [:]) }
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
        try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: folder.path("broken")))
        let unreadable = #expect(throws: SQLiteBackup.UnreadableDatabase.self) {
            try SQLiteBackup.copy(folder.path("broken"), to: folder.path("other"), adding: [:])
        }
        #expect(unreadable?.cause as? StorageError == .corrupt)
        #expect(!FileManager.default.fileExists(atPath: folder.path("other")))
    }

    @Test func `damaged pages are found`() async throws {
        try await database.write { connection in
            try connection.execute("CREATE TABLE owners (id BIGINT NOT NULL PRIMARY KEY)")
            try connection.execute("CREATE TABLE owned (owner BIGINT NOT NULL REFERENCES owners (id))")
        }
        try await add(0..<10_000)
        let copy = folder.path("copy")
        try SQLiteBackup.copy(path, to: copy, adding: [:])
        #expect(try await SQLiteDatabase.reading(path: copy).inspect().isSound)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
        for page in 4..<10 {
            try file.seek(toOffset: UInt64(page * 4_096))
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        }
        try file.close()
        let isFound: Bool
        do {
            isFound = try await !SQLiteDatabase.reading(path: copy).inspect().damage.isEmpty
        } catch StorageError.corrupt {
            isFound = true
        }
        #expect(isFound)
    }
}
