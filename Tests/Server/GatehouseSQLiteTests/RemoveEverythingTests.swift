// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import Testing

@testable import GatehouseStorage

@Suite struct RemoveEverythingTests {
    @Test func `every table of the schema is emptied, and the record of migrations stays`() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        let tables = try await database.read { reader in
            try reader.query(
                """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations'
                """
            ).map { row in try row["name"] as String }
        }
        #expect(Set(tables) == Set(Migrations.tables))
        try await database.removeEverything()
        #expect(try await Migrator(Migrations.all).migrate(database).isEmpty)
    }
}
