// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

extension StoreContract {
    /// While nodes are restarted one after another, a program of the release before works on the schema of the next one.
    ///
    /// A statement of a program names the columns that the program knows. So these rules add, read, change and remove rows
    /// of all tables of a former schema by its columns, before and after the migration to today's. A column that is gone
    /// or has another name, a new one without a default, and a new constraint make one of these statements fail.
    static let formerPrograms: [StoreContractRule] = (firstSchemaOfNodes..<Migrations.all.count).map { version in
        StoreContractRule("a program of the schema \(version) works on a database of today's") { database in
            let former = Array(Migrations.all.prefix(version))
            let tables = try SchemaTable.tables(after: former)
            try await Migrator(former).migrate(database)
            // Rows that migrations have added would have keys of the random ones in one of many runs.
            try await remove(tables, from: database)
            try await database.fillTables(rows: 3, seed: 3, migrations: former)
            let before = try await rows(of: tables, in: database)
            #expect(try await Migrator(Migrations.all).migrate(database).first == version + 1)
            let after = try await rows(of: tables, in: database)
            for (table, (old, new)) in zip(tables, zip(before, after)) {
                #expect(old.count >= 3 && old.allSatisfy { row in new.contains(row) }, "\(table.name)")
            }
            try await database.fillTables(rows: 3, seed: 4, migrations: former)
            try await change(tables, in: database)
            #expect(try await rows(of: tables, in: database).allSatisfy { $0.count >= 6 })
            try await remove(tables, from: database)
        }
    }

    /// The first schema on which several nodes may run.
    private static let firstSchemaOfNodes = 32

    // A write on PostgreSQL may add a row of the driver to `used_ids`, so the numbers of rows are no exact ones.

    private static func rows(
        of tables: [SchemaTable], in database: any SQLDatabase
    ) async throws -> [[SQLRow]] {
        try await database.read { reader in
            try tables.map { table in
                let columns = table.columns.map { $0.name }.joined(separator: ", ")
                return try reader.query(SQL(stringLiteral: "SELECT \(columns) FROM \(table.name)"))
            }
        }
    }

    /// Gives every column of all rows the value that it has.
    private static func change(_ tables: [SchemaTable], in database: any SQLDatabase) async throws {
        try await database.write { connection in
            for table in tables {
                let values = table.columns.map { "\($0.name) = \($0.name)" }.joined(separator: ", ")
                let changed = try connection.execute(
                    SQL(stringLiteral: "UPDATE \(table.name) SET \(values)"), witness: .noWitness)
                #expect(changed >= 6, "\(table.name)")
            }
        }
    }

    private static func remove(_ tables: [SchemaTable], from database: any SQLDatabase) async throws {
        try await database.write { connection in
            for table in tables.reversed() {
                try connection.execute(SQL(stringLiteral: "DELETE FROM \(table.name)"), witness: .noWitness)
            }
        }
    }
}
