// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite struct SQLiteDatabaseTests {
    @Test(arguments: [
        ("PRAGMA synchronous" as SQL, SQLValue.integer(2)), ("PRAGMA journal_mode", .text("wal")),
        ("PRAGMA foreign_keys", .integer(1)),
    ])
    func `a commit is durable and the schema is kept`(_ pragma: SQL, _ expected: SQLValue) async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        let row = try await database.write { connection in try connection.queryOne(pragma) }
        #expect(try row?[0] == expected)
    }

    @Test func `only the owner can read the file, its log and its shared memory`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await database.write { connection in try connection.execute("CREATE TABLE kept (id BIGINT)") }
        for ending in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("gatehouse.db" + ending))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(ending)")
        }
        try database.close()
    }

    @Test func `a link that leads nowhere is refused, and the database is not made at its end`() throws {
        let folder = try TemporaryFolder()
        let end = folder.path("elsewhere.db")
        try FileManager.default.createSymbolicLink(atPath: folder.path("gatehouse.db"), withDestinationPath: end)
        #expect(throws: StorageError.self) { try SQLiteDatabase(path: folder.path("gatehouse.db")) }
        #expect(!FileManager.default.fileExists(atPath: end))
    }

    @Test func `a file that is not a database is refused`() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 7, count: 5_000).write(to: URL(filePath: folder.path("gatehouse.db")))
        #expect(throws: StorageError.corrupt) { try SQLiteDatabase(path: folder.path("gatehouse.db")) }
    }

    @Test func `a folder that does not exist is refused`() throws {
        #expect(throws: StorageError.self) { try SQLiteDatabase(path: "/nowhere/gatehouse.db") }
    }

    @Test func `written rows are there when the database is opened again`() async throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await first.write { connection in try connection.execute("CREATE TABLE kept (id BIGINT)") }
        try first.close()
        let second = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        #expect(try await second.read { reader in try reader.query("SELECT id FROM kept").isEmpty })
    }

    @Test func `a closed database says so`() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try database.close()
        await #expect(throws: StorageError.closed) {
            try await database.write { connection in try connection.execute("CREATE TABLE late (id BIGINT)") }
        }
        await #expect(throws: StorageError.closed) {
            try await database.read { reader in try reader.query("SELECT 1") }
        }
    }
}
