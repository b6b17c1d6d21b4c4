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
        guard let reader = readers.lend() else { return nil }
        defer { readers.giveBack(reader) }
        return try reader.transaction { reader -> Int in
            try reader.queryOne("SELECT count(*) FROM things")?[0] ?? 0
        }
    }

    @Test func `a connection is opened when all others are in use, up to the largest number`() throws {
        let readers = try IdleReaders(path: folder.path("gatehouse.db"), count: 2, configuration: Configuration())
        for _ in 0..<3 { #expect(try count(readers) == 0) }
        #expect(readers.count == 1)
        let first = try #require(readers.lend())
        #expect(try count(readers) == 0)
        let second = try #require(readers.lend())
        #expect(try count(readers) == nil)
        #expect(readers.count == 2)
        for reader in [first, second] { readers.giveBack(reader) }
        try readers.close()
    }

    @Test func `the connection that was opened first is lent first`() throws {
        let readers = try IdleReaders(path: folder.path("gatehouse.db"), count: 2, configuration: Configuration())
        let first = try #require(readers.lend())
        let second = try #require(readers.lend())
        for order in [[first, second], [second, first]] {
            for reader in order { readers.giveBack(reader) }
            #expect(readers.lend() === first)
            #expect(readers.lend() === second)
        }
        try readers.close()
    }

    @Test func `no connection is opened to a file in the place of the database`() throws {
        let file = folder.path("gatehouse.db")
        let readers = try IdleReaders(path: file, count: 2, configuration: Configuration())
        let files = OpenFiles(path: file, config: nil)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.copyItem(atPath: file + ".moved", toPath: file)
        let first = try #require(readers.lend(checking: files))
        let isOpened = readers.lend(checking: files) != nil
        #expect(!isOpened)
        #expect(readers.count == 1)
        // The first connection is one to the file that was opened.
        readers.giveBack(first)
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
        let reader = try #require(readers.lend())
        #expect(throws: Failure.self) { try reader.transaction { _ in throw Failure() } }
        readers.giveBack(reader)
        #expect(try count(readers) == 0)
        try await database.write { connection in try connection.execute("INSERT INTO things (id) VALUES (1)") }
        #expect(try count(readers) == 1)
        try readers.close()
    }

    @Test func `after the pool was closed, no connection is lent and a lent one reads no more`() throws {
        let readers = try IdleReaders(path: folder.path("gatehouse.db"), count: 2, configuration: Configuration())
        let reader = try #require(readers.lend())
        try readers.close()
        #expect(try count(readers) == nil)
        #expect(throws: StorageError.closed) { try reader.transaction { reader in try reader.hasThings() } }
        readers.giveBack(reader)
        #expect(try count(readers) == nil)
    }

    @Test func `a reader that stops at a row can read the same statement again`() throws {
        let readers = try IdleReaders(path: folder.path("gatehouse.db"), count: 1, configuration: Configuration())
        let reader = try #require(readers.lend())
        let hasThings = try reader.transaction { reader -> Bool in
            let first = try reader.hasThings()
            let second = try reader.hasThings()
            return first && second
        }
        #expect(hasThings)
        readers.giveBack(reader)
        try readers.close()
    }
}

extension SQLReader {
    /// Whether the schema has tables; the reading ends at the first one.
    fileprivate func hasThings() throws -> Bool {
        var names: [String] = []
        try read("SELECT name FROM sqlite_master WHERE type = 'table'") { row in
            names.append(try row["name"])
            return false
        }
        return names == ["things"]
    }
}
