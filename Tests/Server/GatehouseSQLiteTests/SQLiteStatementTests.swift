// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite struct SQLiteStatementTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await database.write { connection in
            try connection.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)")
        }
    }

    private func insert(_ id: Int) async throws {
        try await database.write { connection in try connection.execute("INSERT INTO things (id) VALUES (\(id))") }
    }

    private func ids() async throws -> [Int] {
        try await database.read { reader in
            var ids: [Int] = []
            try reader.read("SELECT id FROM things WHERE id > \(0) ORDER BY id") { row in
                ids.append(try row["id"])
                return true
            }
            return ids
        }
    }

    @Test func `a prepared statement can run again after it failed, and after the schema has changed`() async throws {
        try await insert(1)
        #expect(try await ids() == [1])
        await #expect(throws: StorageError.self) { try await insert(1) }
        try await insert(2)
        #expect(try await ids() == [1, 2])
        try await database.write { connection in try connection.execute("ALTER TABLE things ADD COLUMN name TEXT") }
        try await insert(3)
        #expect(try await ids() == [1, 2, 3])
    }

    @Test func `queries that a body expects are not made, because there is no trip to save`() async throws {
        let isMade = try await database.read { reader in
            var isMade = false
            func queries() -> [SQL] {
                isMade = true
                return ["SELECT id FROM things"]
            }
            reader.expect(queries())
            return isMade
        }
        #expect(!isMade)
    }

    @Test func `a row keeps its values when the statement goes on`() async throws {
        let words = ["a text that is longer than fifteen bytes", "", "another text that is longer than that"]
        let read = try await database.read { reader in
            var read: [String] = []
            let statement: SQL = "SELECT \(words[0]) AS word UNION ALL SELECT \(words[1]) UNION ALL SELECT \(words[2])"
            try reader.read(statement) { row in
                read.append(try row["word"])
                return true
            }
            return read
        }
        #expect(read == words)
    }
}
