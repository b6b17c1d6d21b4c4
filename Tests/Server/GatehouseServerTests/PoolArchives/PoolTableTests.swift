// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseProjects
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// The list of the tables that a copy of a user pool has: one that was forgotten would be lost with a deleted pool.
@Suite(.hangLimit) struct PoolTableTests {
    /// Tables with a column of this name, which has the id of an identity pool.
    private static let ofIdentityPools: Set<String> = ["identities", "identity_logins"]
    private static let poolColumns: Set<String> = ["pool_id", "user_pool_id", "client_id"]
    /// More than a batch.
    private static let rows = 205
    private static let pool = "us-east-1_First"

    private struct Column {
        let table: String
        let name: String
        let type: String
        /// The position in the primary key, counted from 1; 0 for other columns.
        let keyPosition: Int
    }

    private let database: SQLiteDatabase
    private let folder: TemporaryFolder

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        folder = try TemporaryFolder()
    }

    private func columns() async throws -> [String: [Column]] {
        let all = try await database.read { reader in
            try reader.query(
                """
                SELECT t.name AS tablename, c.name AS columnname, c.type AS columntype, c.pk AS keyposition
                FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid
                """
            ).map { row in
                Column(
                    table: try row["tablename"], name: try row["columnname"], type: try row["columntype"],
                    keyPosition: try row["keyposition"])
            }
        }
        return Dictionary(grouping: all) { column in column.table }
    }

    @Test func `every table of user pools is archived or left out`() async throws {
        let tables = try await columns().filter { _, columns in
            columns.contains { column in Self.poolColumns.contains(column.name) }
        }
        let listed = (PoolTable.archived + PoolTable.leftOut).map(\.name)
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed) == Set(tables.keys).subtracting(Self.ofIdentityPools).union(["user_pools"]))
        #expect(Self.ofIdentityPools.isSubset(of: tables.keys))
    }

    @Test func `the rows of a pool are read in the order of the primary key`() async throws {
        let tables = try await columns()
        for table in PoolTable.archived + PoolTable.leftOut {
            let key = (tables[table.name] ?? []).filter { column in column.keyPosition > 0 }
                .sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
            let rest = key.filter { name in name != "pool_id" }
            #expect(table.key == (rest.isEmpty ? key : rest), "\(table.name)")
        }
    }

    @Test func `the version of the tables is that of a migration that changes one of them`() {
        #expect((1...Migrations.all.count).contains(Migrations.poolSchemaVersion))
        let last = Migrations.all[Migrations.poolSchemaVersion - 1]
        let names = PoolTable.archived.map(\.name)
        #expect(last.statements.contains { statement in names.contains { statement.text.contains($0) } })
    }

    @Test func `a copy has all rows of its pool in every table, and no others`() async throws {
        for pool in [Self.pool, "us-east-1_Second"] { try await fill(pool) }
        let before = try await stored(Self.pool, in: PoolTable.archived)
        let others = try await stored("us-east-1_Second", in: PoolTable.archived + PoolTable.leftOut)
        #expect(before.values.allSatisfy { rows in !rows.isEmpty })
        let clock = TestClock(Date(timeIntervalSince1970: 1_800_000_000))
        let parts = PoolArchiveParts(
            database: database, sealer: Sealer(ring: try KeyRing.generate(id: "a"), entropy: .system),
            folder: PoolArchiveFolder(dataDirectory: folder.path), clock: clock.wallClock)
        let copy = try await PoolArchiver(parts).archive(Self.pool, inRegion: "us-east-1").get()
        #expect(copy.users == Self.rows)
        try await database.write { connection in try connection.deleteRows(ofPool: Self.pool) }
        #expect(try await stored(Self.pool, in: PoolTable.archived).values.allSatisfy { rows in rows.isEmpty })

        let restored = try await PoolRestoration(copy.name).restore(with: parts)
        #expect(restored == PoolRestoration.Restored(poolID: Self.pool, users: Self.rows))
        let after = try await stored(Self.pool, in: PoolTable.archived)
        for table in PoolTable.archived {
            let (old, new) = (before[table.name] ?? [], after[table.name] ?? [])
            #expect(old.count == new.count, "\(table.name)")
            for (old, new) in zip(old, new) { expectSame(old, new) }
        }
        #expect(
            try await stored(Self.pool, in: PoolTable.leftOut).values.allSatisfy { rows in rows.isEmpty },
            "sessions, tokens and codes are not restored")
        #expect(try await stored("us-east-1_Second", in: PoolTable.archived + PoolTable.leftOut) == others)
    }

    private func expectSame(_ old: PoolRow, _ new: PoolRow) {
        for (index, column) in old.columns.enumerated() {
            guard column == "revision" else {
                #expect(old.values[index] == new.values[index], "\(old.table.name).\(column)")
                continue
            }
            // Caches know earlier revisions.
            #expect(new.values[index] == .integer(1_800_000_000_001))
        }
    }

    private func stored(_ pool: String, in tables: [PoolTable]) async throws -> [String: [PoolRow]] {
        try await database.read { reader in
            var all: [String: [PoolRow]] = [:]
            for table in tables {
                all[table.name] = []
                try reader.forEachRow(of: table, inPool: pool) { row in all[table.name, default: []].append(row) }
            }
            return all
        }
    }

    /// Fills all tables with values that no other row has.
    private func fill(_ pool: String) async throws {
        let tables = try await columns()
        var statements: [SQL] = []
        for table in PoolTable.archived + PoolTable.leftOut {
            let columns = tables[table.name] ?? []
            let isSingle = table.name == "user_pools" || table.key == ["pool_id"]
            let rows = (0..<(isSingle ? 1 : Self.rows)).map { number in
                let values = columns.map { column in Self.value(of: column, inPool: pool, number) }
                return "(\(values.joined(separator: ", ")))"
            }
            let names = columns.map(\.name).joined(separator: ", ")
            statements.append(
                SQL(
                    stringLiteral:
                        "INSERT INTO \(table.name) (\(names)) VALUES \(rows.joined(separator: ", "))"))
        }
        try await database.write { [statements] connection in
            for statement in statements { try connection.execute(statement) }
        }
    }

    private static func value(of column: Column, inPool pool: String, _ number: Int) -> String {
        let isPool = column.name == "pool_id" || (column.table == "user_pools" && column.name == "id")
        let isSecret = column.table == "app_client_secrets" && column.name == "client_id"
        let text = isPool ? pool : "\(pool)-\(isSecret ? "id" : column.name)-\(number)"
        return switch column.type {
        case "BIGINT": "\(number)"
        case "BLOB": "CAST('\(text)' AS BLOB)"
        default: "'\(text)'"
        }
    }
}
