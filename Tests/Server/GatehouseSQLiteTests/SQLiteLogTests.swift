// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

/// The log of a database that is still open, as a killed process would leave it.
@Suite(.hangLimit) struct SQLiteLogTests {
    private let file: DatabaseFile
    private var database: SQLiteDatabase { file.database }
    private var path: String { file.path }

    init() async throws {
        file = try await DatabaseFile()
        #expect(try database.renewMark(5))
    }

    /// Copies the log, changed by `change`, to the log of another path; returns what is read there.
    private func copied(_ change: (inout Data) -> Void) throws -> SQLiteLog? {
        let copy = file.folder.path("copy")
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
        try await file.add(1..<2)
        let all = try #require(try SQLiteLog.read(databasePath: path))
        #expect(all.pages > first.pages)
        #expect(try copied { content in content.removeLast(1) } == first)
        #expect(try copied { content in content[content.count - 1] ^= 1 } == first)
        #expect(try copied { content in content[40] ^= 1 } == nil)
        #expect(try copied { content in content.removeAll() } == nil)
        #expect(try copied { _ in } == all)
    }

    @Test func `the pages of a log that began anew are not those of the log before`() async throws {
        for id in 1...20 { try await file.add(id..<(id + 1)) }
        let before = try #require(try SQLiteLog.read(databasePath: path))
        #expect(try await database.shortenLog(over: 0))
        try await database.probe()
        let after = try #require(try SQLiteLog.read(databasePath: path))
        #expect(after.pages == 1 && before.pages > 20)
    }
}
