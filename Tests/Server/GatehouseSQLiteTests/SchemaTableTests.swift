// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

/// The tables and indexes as the tests read them from the migrations, which are those that SQLite has.
@Suite struct SchemaTableTests {
    private let database: SQLiteDatabase

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
    }

    @Test func `the columns are those of the database`() async throws {
        let stored = try await database.read { reader in
            try reader.query(
                """
                SELECT t.name AS tablename, c.name AS columnname, c.type AS columntype, c."notnull" AS isrequired
                FROM sqlite_master t JOIN pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name <> 'schema_migrations'
                """
            ).map { row in
                let (table, name): (String, String) = (try row["tablename"], try row["columnname"])
                let (type, isRequired): (String, Bool) = (try row["columntype"], try row["isrequired"])
                return "\(table).\(name) \(type) \(isRequired)"
            }
        }
        let read = try SchemaTable.tables().flatMap { table in
            table.columns.map { "\(table.name).\($0.name) \($0.type) \($0.isRequired)" }
        }
        #expect(read.sorted() == stored.sorted())
        #expect(!read.isEmpty)
    }

    @Test func `the indexes are those of the database`() async throws {
        let columns = try await database.read { reader in
            try reader.query(
                """
                SELECT t.name AS tablename, i.name AS indexname, c.name AS columnname
                FROM sqlite_master t JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
                WHERE t.type = 'table' AND t.name <> 'schema_migrations' ORDER BY t.name, i.name, c.seqno
                """
            ).map { row in
                let (table, index): (String, String) = (try row["tablename"], try row["indexname"])
                return (key: "\(table) \(index)", column: try row["columnname"] as String)
            }
        }
        let stored = Dictionary(grouping: columns) { $0.key }.map { key, columns in
            "\(key.split(separator: " ")[0]): \(columns.map { $0.column }.joined(separator: ", "))"
        }
        let read = try SchemaTable.tables().flatMap { table in
            table.indexes.map { index in "\(table.name): \(index.columns.joined(separator: ", "))" }
        }
        #expect(read.sorted() == stored.sorted())
        #expect(!read.isEmpty)
    }

    @Test func `a statement that is not known is refused`() {
        let migration = Migration(version: 1, name: "views", statements: ["CREATE VIEW ones AS SELECT 1 AS one"])
        #expect(throws: SchemaTable.UnknownStatement.self) { _ = try SchemaTable.tables(after: [migration]) }
    }
}
