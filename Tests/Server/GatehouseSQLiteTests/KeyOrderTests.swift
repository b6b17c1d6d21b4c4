// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

/// The tables of a sign-in, whose rows a file keeps in the order of their keys.
@Suite struct KeyOrderTests {
    private static let ordered = ["failed_attempts", "refresh_tokens", "used_ids"]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a new database keeps the rows of a sign-in in the order of their keys`() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        #expect(try await orderedTables(of: database) == Self.ordered)
    }

    @Test func `a file of an earlier release has today's schema, and gets the order when compacted`() async throws {
        let database = try await earlier()
        let fresh = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(fresh)
        try await StoreContract.writeUserPools(in: database)
        #expect(try await orderedTables(of: database).isEmpty)
        #expect(try await database.schema().differences(from: fresh.schema()).isEmpty)
        try await database.compact()
        #expect(try await orderedTables(of: database) == Self.ordered)
        #expect(try await database.schema().differences(from: fresh.schema()).isEmpty)
        #expect(try await database.inspect().isSound)
        try await StoreContract.expectUserPools(in: database)
    }

    /// A file with the tables as releases before this one made them.
    private func earlier() async throws -> SQLiteDatabase {
        let path = folder.path("gatehouse.db")
        let file = try DatabaseQueue(path: path)
        try file.inDatabase { database in
            try database.inTransaction {
                for statement in Migrations.all.flatMap(\.statements) { try database.execute(sql: statement.text) }
                return .commit
            }
        }
        try file.close()
        let database = try SQLiteDatabase(path: path)
        // The table of migrations alone.
        try await Migrator([]).migrate(database)
        return database
    }

    private func orderedTables(of database: SQLiteDatabase) async throws -> [String] {
        try await database.read { reader in
            try reader.query(
                """
                SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%WITHOUT ROWID' ORDER BY name
                """
            ).map { row in try row["name"] as String }
        }
    }
}
