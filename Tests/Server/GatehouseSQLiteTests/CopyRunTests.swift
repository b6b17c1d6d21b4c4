// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// A database that a copy reads.
private struct Source: CopySource {
    let database: any ServerDatabase

    func requireUnused() async throws {}
}

/// A database that a copy fills; it counts the calls.
private final class Target: CopyTarget {
    let database: any ServerDatabase
    let rowsPerStatement: Int
    private let counts = Mutex((completed: 0, discarded: 0))

    init(_ database: any ServerDatabase, rowsPerStatement: Int) {
        (self.database, self.rowsPerStatement) = (database, rowsPerStatement)
    }

    var completed: Int { counts.withLock { $0.completed } }
    var discarded: Int { counts.withLock { $0.discarded } }

    func prepare() async throws {}
    func analyse(_ tables: [CopiedTable]) async throws {}
    func complete() async throws { counts.withLock { $0.completed += 1 } }

    func discard() async throws {
        try await database.write { connection in try connection.removeTables() }
        counts.withLock { $0.discarded += 1 }
    }
}

/// The end of a process.
private struct Kill: Error {}

/// Copies between databases of one engine; those between the engines need a server.
@Suite(.hangLimit) struct CopyRunTests {
    private let source: SQLiteDatabase
    private let target: SQLiteDatabase
    private let tables: [CopiedTable]

    init() async throws {
        source = try SQLiteDatabase.inMemory()
        target = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(source)
        tables = try await source.copiedTables()
        // Rows that migrations have added would have keys of the random ones in one of many runs.
        try await source.write { [tables] connection in
            for table in tables { try connection.execute(SQL(stringLiteral: "DELETE FROM \(table.name)")) }
        }
        try await source.fillTables(rows: 40, seed: 33)
    }

    @discardableResult
    private func copy(
        rowsPerStatement: Int = 7, into end: Target? = nil,
        reach: @escaping @Sendable (CopyRun.Step) throws -> Void = { _ in }
    ) async throws -> [(table: String, sum: TableSum)] {
        var surroundings = CopyRun.Surroundings()
        surroundings.reach = reach
        let end = end ?? Target(target, rowsPerStatement: rowsPerStatement)
        return try await CopyRun(
            from: Source(database: source), to: end, tables: tables, in: surroundings
        ).run()
    }

    private func rows(of database: SQLiteDatabase) async throws -> [[SQLRow]] {
        try await database.read { [tables] reader in
            try tables.map { table in
                try reader.query(
                    SQL(stringLiteral: "SELECT * FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))"))
            }
        }
    }

    private func fails(
        _ failure: @Sendable (CopyFailure) -> Bool, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("The copy was not refused.")
        } catch let error as CopyFailure {
            #expect(failure(error), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `the tables, columns and keys are those of the migrations`() throws {
        let expected = try SchemaTable.tables().filter { !CopiedTable.leftOut.contains($0.name) }
        #expect(Set(tables.map { $0.name }) == Set(expected.map { $0.name }))
        for table in tables {
            let other = try #require(expected.first { $0.name == table.name })
            #expect(table.columns == other.columns.map { $0.name })
            #expect(other.indexes.contains { $0.name == nil && $0.columns == table.key }, "\(table.name)")
            #expect(other.columns.allSatisfy { $0.isRequired || !table.key.contains($0.name) }, "\(table.name)")
        }
    }

    @Test(arguments: [1, 7, 500])
    func `all rows of all tables are copied`(_ rowsPerStatement: Int) async throws {
        let sums = try await copy(rowsPerStatement: rowsPerStatement)
        #expect(sums.count == tables.count)
        #expect(sums.allSatisfy { $0.sum.rows == 40 })
        #expect(try await rows(of: target) == rows(of: source))
        #expect(try await CopyRecord.state(of: target) == .used)
    }

    @Test(arguments: CopyRun.Step.allCases)
    func `a copy that was cut off goes on, and has no keys before its end`(_ last: CopyRun.Step) async throws {
        await #expect(throws: Kill.self) {
            try await copy { step in if step == last { throw Kill() } }
        }
        let keys = try await target.read { reader in try reader.indexKeys() }
        let isComplete = [.keys, .end].contains(last)
        #expect(keys.isEmpty != isComplete)
        #expect(try await CopyRecord.state(of: target) != .empty)
        let end = Target(target, rowsPerStatement: 7)
        try await copy(into: end)
        #expect(end.completed == 1)
        #expect(try await rows(of: target) == rows(of: source))
    }

    @Test(arguments: [2, 5, 17, 30, 50])
    func `a copy that was cut off between tables goes on`(_ number: Int) async throws {
        let written = Mutex(0)
        await #expect(throws: Kill.self) {
            try await copy { step in
                guard step == .rows else { return }
                let count = written.withLock { count in
                    count += 1
                    return count
                }
                if count == number { throw Kill() }
            }
        }
        try await copy()
        #expect(try await rows(of: target) == rows(of: source))
    }

    @Test func `a copy that was cut off within a table goes on after its last key`() async throws {
        await #expect(throws: Kill.self) { try await copy { step in if step == .prepared { throw Kill() } } }
        // What a killed process has committed.
        let first = try #require(tables.first { $0.name == "users" })
        let some = try await source.read { reader in try reader.rows(of: first, after: nil, limit: 11) }
        try await target.write { connection in try connection.add(some, to: first, rowsPerStatement: 3) }
        try await copy()
        #expect(try await rows(of: target) == rows(of: source))
    }

    @Test func `a complete copy is recognised, and one that was used since is refused`() async throws {
        try await copy()
        let end = Target(target, rowsPerStatement: 1)
        try await copy(into: end)
        #expect(end.completed == 1)
        try await target.write { connection in try connection.execute("DELETE FROM used_ids") }
        await fails({ if case .usedTarget = $0 { true } else { false } }) { try await copy() }
    }

    @Test func `a database with tables is refused and stays as it is`() async throws {
        try await Migrator(Migrations.all).migrate(target)
        await fails({ if case .usedTarget = $0 { true } else { false } }) { try await copy() }
        #expect(try await CopyRecord.state(of: target) == .used)
        #expect(try await target.read { reader in try reader.indexKeys() }.isEmpty)
    }

    @Test func `a part of a copy of another database is refused`() async throws {
        await #expect(throws: Kill.self) { try await copy { step in if step == .copied { throw Kill() } } }
        try await source.write { connection in
            try connection.execute("DELETE FROM index_keys")
            try connection.insertIndexKey([1], for: "another")
        }
        await fails({ if case .otherCopy = $0 { true } else { false } }) { try await copy() }
    }

    @Test func `a source that was changed after a part was copied is found out, and no keys are added`() async throws {
        await #expect(throws: Kill.self) { try await copy { step in if step == .copied { throw Kill() } } }
        try await source.write { connection in try connection.execute("UPDATE user_pools SET revision = revision / 2") }
        await fails({ failure in
            guard case .difference(let tables) = failure else { return false }
            return tables.count == 1 && tables[0].description.hasPrefix("user_pools: 40 rows")
        }) { try await copy() }
        #expect(try await target.read { reader in try reader.indexKeys() }.isEmpty)
    }

    @Test func `a row that the target cannot store is named by its key, and nothing is left`() async throws {
        try await source.write { connection in
            // SQLite has such a text only if another program has written it.
            try connection.execute("INSERT INTO used_ids (id, expires_at) VALUES (CAST(x'610062' AS TEXT), 5)")
        }
        let end = Target(target, rowsPerStatement: 7)
        await fails({ failure in
            guard case .unstorable(let row, .unstorableValue) = failure else { return false }
            return row.description.hasPrefix("the row of the table used_ids with id 'a")
        }) { try await copy(into: end) }
        #expect(end.discarded == 1)
        #expect(try await CopyRecord.state(of: target) == .empty)
        try await source.write { connection in try connection.execute("DELETE FROM used_ids WHERE expires_at = 5") }
        try await copy()
        #expect(try await rows(of: target) == rows(of: source))
    }

    @Test func `equal rows have equal sums however they were read, and others have not`() {
        let rows: [[SQLValue]] = [[.text("a"), .null], [.text("b"), .integer(1)]]
        func sum(_ rows: [[SQLValue]]) -> TableSum {
            var sum = TableSum()
            for row in rows { sum.add(row) }
            return sum
        }
        #expect(sum(rows) == sum(rows))
        let others: [[[SQLValue]]] = [
            rows.reversed(), [rows[0]], [[.text("a")], [.null, .text("b"), .integer(1)]],
            [[.text("a"), .null], [.blob([98]), .integer(1)]], [[.text("ab"), .null], [.text(""), .integer(1)]],
        ]
        #expect(Set(others.map { "\(sum($0))" }).count == others.count)
        #expect(others.allSatisfy { sum($0) != sum(rows) })
    }
}
