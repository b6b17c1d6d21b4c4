// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseStorage
import GatehouseTestSupport
import Testing

@testable import GatehouseSQLite

@Suite struct IdleReadersTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await database.write { connection in try connection.execute("CREATE TABLE things (id BIGINT)") }
    }

    private func count(_ readers: IdleReaders) throws -> Int? {
        try readers.read { database in try Int.fetchOne(database, sql: "SELECT count(*) FROM things") } ?? nil
    }

    @Test func `a connection is opened when all others are in use, up to the largest number`() throws {
        let readers = try IdleReaders(path: folder.path("gatehouse.db"), count: 2, configuration: Configuration())
        for _ in 0..<3 { #expect(try count(readers) == 0) }
        #expect(readers.count == 1)
        let depth = try readers.read { _ in try readers.read { _ in try readers.read { _ in 3 } ?? 2 } ?? 1 }
        #expect(depth == 2)
        #expect(readers.count == 2)
        try readers.close()
    }

    @Test func `no connection is opened to a file in the place of the database`() throws {
        let file = folder.path("gatehouse.db")
        let readers = try IdleReaders(path: file, count: 2, configuration: Configuration())
        let files = OpenFiles(path: file, config: nil)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.copyItem(atPath: file + ".moved", toPath: file)
        let isOpened = try readers.read { _ in try readers.read(checking: files) { _ in true } ?? false }
        #expect(isOpened == false)
        #expect(readers.count == 1)
        // The first connection is one to the file that was opened.
        #expect(try count(readers) == 0)
    }

    @Test func `a connection whose transaction cannot be ended is not lent again`() throws {
        let file = folder.path("gatehouse.db")
        let readers = try IdleReaders(path: file, count: 2, configuration: Configuration(), end: { _ in })
        #expect(try count(readers) == 0)
        #expect(try count(readers) == 0)
        #expect(try count(readers) == nil)
        try readers.close()
    }

    @Test func `a connection whose reader failed is lent again, and shows what was written since`() async throws {
        struct Failure: Error {}
        let readers = try IdleReaders(path: folder.path("gatehouse.db"), count: 1, configuration: Configuration())
        #expect(throws: Failure.self) { try readers.read { _ in throw Failure() } }
        #expect(try count(readers) == 0)
        try await database.write { connection in try connection.execute("INSERT INTO things (id) VALUES (1)") }
        #expect(try count(readers) == 1)
        try readers.close()
    }
}
