// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
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

    @Test func `a reset of the data is seen by a store that has read the registry`() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        let store = SQLAccessStore(database)
        func insert(client: String) async throws {
            let provider = try OpenIDProvider(issuer: "https://example.com", clientIDs: [client])
            let record = AccessRecord(provider, origin: .command, createdAt: Date(), modifiedAt: Date())
            try await store.write { try $0.insert(record) }
        }
        func clients() async throws -> [String]? {
            try await store.read { try $0.entry(OpenIDProvider.self, named: "example.com")?.clientIDs }
        }
        try await insert(client: "old")
        #expect(try await clients() == ["old"])
        try await database.removeEverything()
        #expect(try await clients() == nil)
        try await insert(client: "new")
        #expect(try await clients() == ["new"])
    }
}
