// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

extension StoreContract {
    private static let first = Migration(
        version: 1, name: "one table", statements: ["CREATE TABLE one (id BIGINT NOT NULL PRIMARY KEY)"])
    private static let second = Migration(
        version: 2, name: "a column",
        statements: ["ALTER TABLE one ADD COLUMN name TEXT", "CREATE TABLE two (id BIGINT)"])

    /// Forward only, once, and never over a schema that is not ours.
    package static let migrations = versions + formerPrograms

    private static let versions: [StoreContractRule] = [
        StoreContractRule("each migration is applied once") { database in
            var applied: [[Int]] = []
            for list in [[first], [first], [first, second], [first, second]] {
                applied.append(try await Migrator(list).migrate(database))
            }
            #expect(applied == [[1], [], [2], []])
        },
        StoreContractRule("a database that a later program used is refused") { database in
            try await Migrator([first, second]).migrate(database)
            await #expect(throws: MigrationError.newerDatabase(version: 2, known: 1)) {
                try await Migrator([first]).migrate(database)
            }
        },
        StoreContractRule("an applied migration whose text changed is refused") { database in
            try await Migrator([first]).migrate(database)
            let changed = Migration(version: 1, name: "one table", statements: ["CREATE TABLE one (id BIGINT)"])
            await #expect(throws: MigrationError.changed(version: 1, name: "one table")) {
                try await Migrator([changed, second]).migrate(database)
            }
            #expect(try await Migrator([first]).migrate(database) == [])
        },
        StoreContractRule("a gap in the record of migrations is refused") { database in
            try await Migrator([first, second]).migrate(database)
            try await database.write { connection in
                try connection.execute("DELETE FROM schema_migrations WHERE version = 1")
            }
            await #expect(throws: MigrationError.gap(missing: 1)) {
                try await Migrator([first, second]).migrate(database)
            }
        },
        StoreContractRule("a migration that fails leaves the database as it was") { database in
            try await Migrator([first]).migrate(database)
            let broken = Migration(
                version: 2, name: "broken",
                statements: ["CREATE TABLE two (id BIGINT)", "CREATE TABLE two (id BIGINT)"])
            await #expect { try await Migrator([first, broken]).migrate(database) } throws: { error in
                guard case MigrationError.failed(version: 2, .statement) = error else { return false }
                return true
            }
            #expect(try await Migrator([first, second]).migrate(database) == [2])
        },
    ]
}
