// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseSQLite
import Synchronization
import Testing

@testable import GatehouseStorage

@Suite struct StoredStateTests {
    private let database: SQLiteDatabase

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
    }

    @Test func `every table of the schema is known, and the record of migrations stays`() async throws {
        let tables = try await database.read { reader in
            try reader.query(
                """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations'
                """
            ).map { row in try row["name"] as String }
        }
        #expect(Set(tables) == Set(Migrations.tables))
        #expect(Migrations.permanent.isSubset(of: tables) && Migrations.keysOfPools.isSubset(of: tables))
        try await database.restore(.empty, newest: 0)
        #expect(try await Migrator(Migrations.all).migrate(database).isEmpty)
    }

    @Test func `a reset of the data is seen by a store that has read the registry`() async throws {
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
        try await database.restore(.empty, newest: 0)
        #expect(try await clients() == nil)
        try await insert(client: "new")
        #expect(try await clients() == ["new"])
    }

    // MARK: - The rows

    private func insertPool(_ id: String, _ description: String, in database: SQLiteDatabase) async throws {
        try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO user_pools (id, revision, description, created_at, modified_at)
                VALUES (\(id), \(1), \(description), \(1), \(1))
                """)
            try connection.execute(
                """
                INSERT INTO signing_keys (pool_id, id, purpose, sealed_private_key, modulus, exponent, created_at)
                VALUES (\(id), \("key of " + id), \("id"), \([UInt8](1...3)), \("n"), \("e"), \(1))
                """)
        }
    }

    private func insertUsers(_ subs: some Sequence<Int> & Sendable) async throws {
        try await database.write { connection in
            for sub in subs {
                try connection.execute(
                    """
                    INSERT INTO users (pool_id, sub, username, status, enabled, attributes, password, created_at,
                        modified_at)
                    VALUES (\("a"), \("\(sub)"), \("user \(sub)"), \("CONFIRMED"), \(1), \("{}"), \([UInt8](0...9)),
                        \(1), \(1))
                    """)
            }
        }
    }

    private func texts(_ statement: SQL) async throws -> [String] {
        try await database.read { reader in try reader.query(statement).map { row in try row[0] } }
    }

    @Test func `a state comes back with its rows, and without those that came later or were deleted`() async throws {
        #expect(try await database.isEmpty())
        try await insertPool("a", "first", in: database)
        try await insertUsers(1...3)
        let state = try await database.state()
        #expect(try await !database.isEmpty())
        #expect(state.rowCount == 5)
        try await insertPool("b", "second", in: database)
        try await insertUsers(4...9)
        try await database.write { connection in
            try connection.execute("UPDATE user_pools SET description = 'changed' WHERE id = 'a'")
            try connection.execute("DELETE FROM users WHERE sub = '2'")
        }
        try await database.restore(state, newest: 0)
        #expect(try await texts("SELECT description FROM user_pools") == ["first"])
        #expect(try await texts("SELECT sub FROM users ORDER BY sub") == ["1", "2", "3"])
        #expect(try await texts("SELECT id FROM signing_keys") == ["key of a"])
    }

    @Test func `a state that was written to a file and read again is the same`() async throws {
        try await insertPool("a", "first", in: database)
        try await insertUsers(1...2)
        let state = try await database.state()
        let read = try JSONDecoder().decode(StoredState.self, from: JSONEncoder().encode(state))
        #expect(read == state)
        let values: [SQLValue] = [.null, .integer(-7), .real(0.5), .text("ü"), .blob([0, 255])]
        #expect(try JSONDecoder().decode([SQLValue].self, from: JSONEncoder().encode(values)) == values)
    }

    @Test func `keys that a pool has now stay, and those of a deleted pool come back`() async throws {
        try await insertPool("a", "first", in: database)
        try await insertPool("b", "second", in: database)
        let state = try await database.state()
        try await database.write { connection in
            try connection.execute("UPDATE signing_keys SET id = 'rotated' WHERE pool_id = 'a'")
            try connection.execute("DELETE FROM signing_keys WHERE pool_id = 'b'")
            try connection.execute("DELETE FROM user_pools WHERE id = 'b'")
        }
        try await insertPool("c", "third", in: database)
        try await database.restore(state, newest: 0)
        #expect(try await texts("SELECT id FROM signing_keys ORDER BY id") == ["key of b", "rotated"])
    }

    @Test func `a restored row has a revision that no row had, so that no cache takes another one for it`() async throws
    {
        try await insertPool("a", "first", in: database)
        let state = try await database.state()
        try await database.write { connection in try connection.execute("UPDATE user_pools SET revision = 41") }
        func revision() async throws -> Int64? {
            try await database.read { try $0.queryOne("SELECT revision FROM user_pools").map { try $0[0] } }
        }
        try await database.restore(state, newest: 7)
        #expect(try await revision() == 42)
        try await database.restore(state, newest: 1_000)
        #expect(try await revision() == 1_001)
    }

    @Test func `a return that fails changes nothing`() async throws {
        struct Failure: Error {}
        try await insertPool("a", "first", in: database)
        let state = try await database.state()
        try await insertUsers(1...3)
        await #expect(throws: Failure.self) {
            try await database.restore(state, newest: 0) { _ in throw Failure() }
        }
        #expect(try await texts("SELECT sub FROM users ORDER BY sub") == ["1", "2", "3"])
    }

    @Test func `the number of statements of a return does not depend on the rows that it removes`() async throws {
        try await insertPool("a", "first", in: database)
        try await insertUsers(1...10)
        let state = try await database.state()
        var counts: [Int] = []
        for added in [0, 200] {
            try await insertUsers(11..<11 + added)
            let counting = CountingDatabase(base: database)
            try await counting.restore(state, newest: 0)
            counts.append(counting.statements)
            #expect(try await texts("SELECT sub FROM users").count == 10)
        }
        #expect(counts[0] == counts[1])
        #expect(counts[0] < Migrations.tables.count + state.rowCount + 20)
    }
}

extension StoredState {
    /// The number of rows in all tables.
    fileprivate var rowCount: Int { tables.reduce(0) { $0 + $1.rows.count } }
}

/// Counts the statements of writes.
private final class CountingDatabase: SQLDatabase {
    private struct Connection: SQLConnection {
        let base: any SQLConnection
        let count: @Sendable () -> Void

        func query(_ sql: SQL) throws -> [SQLRow] {
            count()
            return try base.query(sql)
        }

        func execute(_ sql: SQL) throws -> Int {
            count()
            return try base.execute(sql)
        }
    }

    private let base: SQLiteDatabase
    private let count = Mutex(0)

    init(base: SQLiteDatabase) {
        self.base = base
    }

    var statements: Int { count.withLock { $0 } }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Value) async throws -> Value {
        try await base.write { [self] connection in
            try body(Connection(base: connection) { self.count.withLock { $0 += 1 } })
        }
    }
}
