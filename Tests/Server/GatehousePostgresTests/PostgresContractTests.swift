// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Runs every rule of the port, with every migration and every statement of the stores.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct PostgresContractTests {
    @Test(arguments: StoreContract.values + StoreContract.failures)
    func `values and failures`(_ rule: StoreContractRule) async throws {
        try await TestServer.withDatabase { database, _ in try await rule.check(database) }
    }

    @Test(arguments: StoreContract.transactions)
    func `transactions`(_ rule: StoreContractRule) async throws {
        try await TestServer.withDatabase { database, _ in try await rule.check(database) }
    }

    @Test(arguments: StoreContract.migrations)
    func `migrations`(_ rule: StoreContractRule) async throws {
        try await TestServer.withDatabase { database, _ in try await rule.check(database) }
    }

    @Test(arguments: StoreContract.everyStatement)
    func `every statement runs on PostgreSQL as on SQLite, and goes through no whole table that grows`(
        _ rule: StoreContractRule
    ) async throws {
        try await TestServer.withDatabase { database, _ in
            let statements = Mutex<[String: SQL]>([:])
            var observer = ObservedDatabase.Observer()
            observer.before = { sql, _ in statements.withLock { $0[sql.text] = sql } }
            try await rule.check(ObservedDatabase(database, observer))
            let all = statements.withLock { Array($0.values) }
            let scans = try await PlanReader.shared.value.scans(of: all)
            #expect(scans == [])
        }
    }

    @Test(arguments: StoreContract.values + StoreContract.transactions + StoreContract.failures)
    func `the rules hold without prepared statements`(_ rule: StoreContractRule) async throws {
        try await TestServer.withDatabase(prepares: false) { database, _ in try await rule.check(database) }
    }

    @Test(arguments: StoreContract.users + StoreContract.recordOrder)
    func `the order of texts is that of bytes where the database orders them by a language`(
        _ rule: StoreContractRule
    ) async throws {
        try await TestServer.withDatabase(database: "words") { database, _ in try await rule.check(database) }
    }

    @Test func `a statement that only SQLite accepts is refused`() async throws {
        try await TestServer.withDatabase { database, _ in
            await #expect(throws: StorageError.self) {
                try await database.execute("CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT)")
            }
            await #expect(throws: StorageError.self) {
                try await database.read { reader in try reader.query("SELECT ifnull(\(1), 2)") }
            }
        }
    }

    @Test func `five programs that start at once apply each migration once`() async throws {
        try await TestServer.withDatabase { database, schema in
            let applied = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        let own = try await TestServer.open(schema: schema, connections: 2)
                        defer { try? own.close() }
                        return try await Migrator(Migrations.all).migrate(own)
                    }
                }
                return try await group.reduce(into: [Int]()) { all, versions in all += versions }
            }
            #expect(applied.sorted() == Migrations.all.map { $0.version })
            #expect(try await Migrator(Migrations.all).version(of: database) == Migrations.all.count)
        }
    }
}
