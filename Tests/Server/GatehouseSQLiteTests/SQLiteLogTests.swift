// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseTesting
import Testing

/// The log of a database that is still open, as a killed process would leave it.
@Suite(.timeLimit(.minutes(5))) struct SQLiteLogTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    private let path: String

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path("gatehouse.db")
        database = try SQLiteDatabase(path: path)
        try await database.write { connection in
            try connection.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, content BLOB)")
        }
        #expect(try database.renewMark(5))
    }

    private func add(_ id: Int) async throws {
        let content = [UInt8](repeating: 7, count: 8_000)
        try await database.write { connection in
            try connection.execute("INSERT INTO things (id, content) VALUES (\(id), \(content))")
        }
    }

    /// Copies the log, changed by `change`, to the log of another path; returns what is read there.
    private func copied(_ change: (inout Data) -> Void) throws -> SQLiteLog? {
        let copy = folder.path("copy")
        var content = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        change(&content)
        try content.write(to: URL(fileURLWithPath: copy + "-wal"))
        return try SQLiteLog.read(databasePath: copy)
    }

    @Test func `a log has the marks and the last state of the headers in it`() async throws {
        #expect(try SQLiteLog.read(databasePath: path) == nil)
        try await database.probe()
        try await database.probe()
        let log = try #require(try SQLiteLog.read(databasePath: path))
        #expect(log.marks == [5])
        #expect(log.state == 2)
        #expect(log.pageSize == 4_096)
        #expect(log.pages == 2)
    }

    @Test func `a transaction that a power cut left incomplete does not count`() async throws {
        try await database.probe()
        let first = try #require(try SQLiteLog.read(databasePath: path))
        try await add(1)
        let all = try #require(try SQLiteLog.read(databasePath: path))
        #expect(all.pages > first.pages)
        #expect(try copied { content in content.removeLast(1) } == first)
        #expect(try copied { content in content[content.count - 1] ^= 1 } == first)
        #expect(try copied { content in content[40] ^= 1 } == nil)
        #expect(try copied { content in content.removeAll() } == nil)
        #expect(try copied { _ in } == all)
    }

    @Test func `the pages of a log that began anew are not those of the log before`() async throws {
        for id in 1...20 { try await add(id) }
        let before = try #require(try SQLiteLog.read(databasePath: path))
        #expect(try await database.shortenLog(over: 0))
        try await database.probe()
        let after = try #require(try SQLiteLog.read(databasePath: path))
        #expect(after.pages == 1 && before.pages > 20)
    }
}
