// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// Copies the rows of one database into another one, compares both, and makes the other one usable at the very end.
///
/// It can be cut off at any moment; another run goes on. The keys, without which no server starts, are added in the last
/// transaction, after all other tables were compared.
package struct CopyRun: Sendable {
    /// The steps, after each of which the process may end.
    package enum Step: Sendable, Hashable, CaseIterable {
        /// The tables are there.
        case begun
        /// What belongs to the place is there.
        case prepared
        /// Some rows of a table were added.
        case rows
        /// All tables but those of the keys were copied.
        case copied
        /// They were compared.
        case compared
        /// The keys were added.
        case keys
        /// The database is in its place.
        case end
    }

    /// The time, the lines and the steps of a run.
    package struct Surroundings: Sendable {
        /// The present moment, for the time that is left.
        package var now: @Sendable () -> ContinuousClock.Instant = { .now }
        /// Receives lines for people.
        package var say: @Sendable (String) -> Void = { _ in }
        /// Receives each step, after which the process may end: for tests that cut a copy off.
        package var reach: @Sendable (Step) throws -> Void = { _ in }

        /// Creates the surroundings of a process, without a receiver of lines.
        package init() {}
    }

    private let source: any CopySource
    private let target: any CopyTarget
    private let tables: [CopiedTable]
    private let surroundings: Surroundings

    /// Creates a run that copies tables from one database to another.
    package init(
        from source: any CopySource, to target: any CopyTarget, tables: [CopiedTable], in surroundings: Surroundings
    ) {
        (self.source, self.target, self.tables, self.surroundings) = (source, target, tables, surroundings)
    }

    /// Copies and compares; returns the sums of all tables, which are the same in both databases.
    ///
    /// - Throws: ``CopyFailure``, or the error of an end or of `reach`.
    package func run() async throws -> [(table: String, sum: TableSum)] {
        let identity = try await reading { try await Self.identity(of: source.database) }
        let state = try await requireState(of: identity)
        if state == .used { return try await confirm(identity) }
        guard try await begin(identity) else { throw CopyFailure.usedTarget }
        try surroundings.reach(.begun)
        try await target.prepare()
        try surroundings.reach(.prepared)
        let contents = tables.filter { !$0.hasKeys }
        try await copy(contents, isResumed: state != .empty)
        try surroundings.reach(.copied)
        try await source.requireUnused()
        let sums = try await compare(contents)
        try await writing { try await target.analyse(tables) }
        try surroundings.reach(.compared)
        try await addKeys()
        try surroundings.reach(.keys)
        let all = try await sums + compare(tables.filter { $0.hasKeys })
        try await complete()
        return all
    }

    /// Ends a run whose target has everything.
    private func complete() async throws {
        try await target.complete()
        try surroundings.reach(.end)
    }

    // MARK: - Beginning

    /// What the target is for this copy.
    private func requireState(of identity: [UInt8]) async throws -> CopyRecord.State {
        let state = try await writing { try await CopyRecord.state(of: target.database) }
        guard case .begun(let other) = state, other != identity else { return state }
        throw CopyFailure.otherCopy
    }

    private func begin(_ identity: [UInt8]) async throws -> Bool {
        try await writing { try await CopyRecord.begin(from: identity, in: target.database) }
    }

    /// A number that no other database has: it is made of the sealed index keys.
    private static func identity(of database: any SQLDatabase) async throws -> [UInt8] {
        let keys = try await database.read { reader in try reader.indexKeys() }
        var bytes: [UInt8] = []
        for (purpose, sealed) in keys.sorted(by: { $0.key < $1.key }) {
            bytes += sha256(Array(purpose.utf8)) + sha256(sealed)
        }
        return sha256(bytes)
    }

    /// Compares a target that is in use, or that a copy has just completed; only in the latter case it agrees.
    private func confirm(_ identity: [UInt8]) async throws -> [(table: String, sum: TableSum)] {
        let present: [UInt8]
        do {
            present = try await Self.identity(of: target.database)
        } catch let error as StorageError where !error.isOutage {
            // It has tables of another release.
            throw CopyFailure.usedTarget
        } catch {
            throw CopyFailure.target(error)
        }
        guard present == identity else { throw CopyFailure.usedTarget }
        try await source.requireUnused()
        let sums: [(table: String, sum: TableSum)]
        do {
            sums = try await compare(tables)
        } catch CopyFailure.difference {
            throw CopyFailure.usedTarget
        }
        surroundings.say("The target has the complete copy already.")
        try await complete()
        return sums
    }

    // MARK: - Rows

    private func copy(_ tables: [CopiedTable], isResumed: Bool) async throws {
        let total = try await reading { try await Self.count(tables, in: source.database) }
        let before = try await isResumed ? writing { try await Self.count(tables, in: target.database) } : 0
        surroundings.say(
            before > 0
                ? "Copying goes on: \(before) of \(total) rows are there."
                : "Copying \(total) rows of \(tables.count) tables.")
        let report = CopyReport(
            CopyProgress("Copied", total: total, before: before, at: surroundings.now()), now: surroundings.now,
            say: surroundings.say)
        for table in tables {
            let last = try await isResumed ? lastKey(of: table) : nil
            try await copy(table, after: last, isResumed: isResumed, report)
        }
    }

    private func copy(
        _ table: CopiedTable, after last: [SQLValue]?, isResumed: Bool, _ report: CopyReport
    ) async throws {
        var batch = try await rows(of: table, after: last)
        while !batch.rows.isEmpty {
            let present = batch
            // The next rows are read while these are written.
            async let following = rows(of: table, following: present)
            try await write(present.rows, to: table, isResumed: isResumed)
            try surroundings.reach(.rows)
            report.add(present.rows.count, of: table.name)
            batch = try await following
        }
    }

    private func write(_ rows: [[SQLValue]], to table: CopiedTable, isResumed: Bool) async throws {
        do {
            try await add(rows, to: table)
        } catch let error as StorageError where !error.isOutage {
            try await writeEach(rows, to: table, isResumed: isResumed)
        } catch {
            throw CopyFailure.target(error)
        }
    }

    /// Writes rows one by one, to find the one that the target cannot store.
    private func writeEach(_ rows: [[SQLValue]], to table: CopiedTable, isResumed: Bool) async throws {
        for row in rows {
            do {
                try await add([row], to: table)
            } catch let error as StorageError where !error.isOutage {
                throw try await failure(CopiedRowName(row, of: table), error, isResumed: isResumed)
            } catch {
                throw CopyFailure.target(error)
            }
        }
    }

    private func add(_ rows: [[SQLValue]], to table: CopiedTable) async throws {
        try await target.database.write { [rowsPerStatement = target.rowsPerStatement] connection in
            try connection.add(rows, to: table, rowsPerStatement: rowsPerStatement)
        }
    }

    /// The failure of a row; nothing of the copy is left in the target if the row itself is the reason.
    private func failure(
        _ name: CopiedRowName, _ error: StorageError, isResumed: Bool
    ) async throws -> CopyFailure {
        if isResumed, case .uniqueViolation = error { return .staleCopy(name, error) }
        try await target.discard()
        return .unstorable(name, error)
    }

    /// Adds the keys and ends the copy in one transaction.
    private func addKeys() async throws {
        var added: [(CopiedTable, [[SQLValue]])] = []
        for table in tables where table.hasKeys {
            added.append((table, try await rows(of: table, after: nil).rows))
        }
        try await writing { [added, rowsPerStatement = target.rowsPerStatement] in
            try await target.database.write { connection in
                for (table, rows) in added {
                    try connection.add(rows, to: table, rowsPerStatement: rowsPerStatement)
                }
                try CopyRecord.end(in: connection)
            }
        }
    }

    // MARK: - Reading

    private func rows(of table: CopiedTable, after last: [SQLValue]?) async throws -> CopiedRows {
        try await reading { try await CopiedRows.read(table, after: last, in: source.database) }
    }

    private func rows(of table: CopiedTable, following batch: CopiedRows) async throws -> CopiedRows {
        guard !batch.isEnd, let end = batch.rows.last else { return CopiedRows() }
        return try await rows(of: table, after: table.key(of: end))
    }

    private func lastKey(of table: CopiedTable) async throws -> [SQLValue]? {
        try await writing { try await target.database.read { reader in try reader.lastKey(of: table) } }
    }

    private static func count(_ tables: [CopiedTable], in database: any SQLDatabase) async throws -> Int {
        var sum = 0
        // Each count is a transaction of its own, because those of large tables take time.
        for table in tables { sum += try await database.read { reader in try reader.rowCount(of: table) } }
        return sum
    }

    /// Calls a body that reads the source.
    private func reading<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw CopyFailure.source(error) }
    }

    /// Calls a body that reads or writes the target.
    private func writing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw CopyFailure.target(error) }
    }

    // MARK: - Comparison

    /// The sums of tables, which are the same in both databases.
    ///
    /// - Throws: ``CopyFailure``.
    private func compare(_ tables: [CopiedTable]) async throws -> [(table: String, sum: TableSum)] {
        let total = try await reading { try await Self.count(tables, in: source.database) }
        let report = CopyReport(
            CopyProgress("Compared", total: total, at: surroundings.now()), now: surroundings.now,
            say: surroundings.say)
        var sums: [(table: String, sum: TableSum)] = []
        var differences: [CopiedTableDifference] = []
        for table in tables {
            async let first = sourceSum(of: table, report)
            async let second = targetSum(of: table)
            let (original, copy) = try await (first, second)
            sums.append((table.name, original))
            if original != copy {
                differences.append(CopiedTableDifference(name: table.name, source: original, target: copy))
            }
        }
        guard differences.isEmpty else { throw CopyFailure.difference(differences) }
        return sums
    }

    private func sourceSum(of table: CopiedTable, _ report: CopyReport) async throws -> TableSum {
        try await reading {
            try await Self.sum(of: table, in: source.database) { rows in report.add(rows, of: table.name) }
        }
    }

    private func targetSum(of table: CopiedTable) async throws -> TableSum {
        try await writing { try await Self.sum(of: table, in: target.database) { _ in } }
    }

    /// The sum of a table; `count` is called with the number of rows after each reading.
    private static func sum(
        of table: CopiedTable, in database: any SQLDatabase, count: (Int) -> Void
    ) async throws -> TableSum {
        var sum = TableSum()
        var last: [SQLValue]?
        var isEnd = false
        while !isEnd {
            let batch = try await CopiedRows.read(table, after: last, in: database)
            for row in batch.rows { sum.add(row) }
            count(batch.rows.count)
            last = batch.rows.last.map { row in table.key(of: row) } ?? last
            isEnd = batch.isEnd
        }
        return sum
    }
}
