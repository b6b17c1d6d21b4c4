// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseStorage

/// Copies the rows of one database into another one, compares both, and makes the other one usable at the very end.
///
/// It can be cut off at any moment; another run goes on. The keys, without which no server starts, are added in the last
/// transaction, after all other tables were compared.
struct CopyRun: Sendable {
    /// The steps, after each of which the process may end.
    enum Step: Hashable, CaseIterable {
        case begun
        case prepared
        case rows
        case copied
        case compared
        case keys
        case end
    }

    /// The times, the lines and the steps of a run.
    struct Surroundings: Sendable {
        var now: @Sendable () -> ContinuousClock.Instant = { .now }
        var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Receives lines for people.
        var say: @Sendable (String) -> Void = { _ in }
        /// Receives each step, after which the process may end: for tests that cut a copy off.
        var reach: @Sendable (Step) throws -> Void = { _ in }
    }

    let source: CopySource
    let target: any CopyTarget
    let tables: [CopiedTable]
    let keys: InstallationKeys
    let surroundings: Surroundings
    /// The time of the wall clock, for the keys that may be left out.
    let date: Date

    /// What the last words of a refusal say if another run goes on.
    static let resumption = " Then run the command again: it goes on where it was."

    /// Copies and compares; returns the sums of all tables, which are the same in both databases.
    ///
    /// - Throws: `StartupRefusal` with the corrective action, or the error of `reach`.
    func run() async throws -> [(table: String, sum: TableSum)] {
        let identity = try await identity(of: source.database, source.refusal)
        let state = try await requireState(of: identity)
        if state == .used { return try await confirm(identity) }
        guard try await begin(identity) else { throw refusalOfUsed }
        try surroundings.reach(.begun)
        try target.prepare(for: keys)
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
        try await keys.requireSealed(target.database, at: target.place, date)
        try await target.complete()
        try surroundings.reach(.end)
    }

    // MARK: - Beginning

    /// What the target is for this copy.
    private func requireState(of identity: [UInt8]) async throws -> CopyRecord.State {
        let state = try await writing { try await CopyRecord.state(of: target.database) }
        guard case .begun(let other) = state, other != identity else { return state }
        throw StartupRefusal(
            .unavailable,
            "\(target.place) has a part of a copy of another database, or of an earlier state of \(source.place): run the "
                + "command again with --restart, which removes that part.")
    }

    private func begin(_ identity: [UInt8]) async throws -> Bool {
        try await writing { try await CopyRecord.begin(from: identity, in: target.database) }
    }

    /// A number that no other database has: it is made of the sealed index keys.
    private func identity(
        of database: any SQLDatabase, _ refusal: (any Error) -> StartupRefusal
    ) async throws -> [UInt8] {
        do {
            let keys = try await database.read { reader in try reader.indexKeys() }
            var bytes: [UInt8] = []
            for (purpose, sealed) in keys.sorted(by: { $0.key < $1.key }) {
                bytes += sha256(Array(purpose.utf8)) + sha256(sealed)
            }
            return sha256(bytes)
        } catch {
            throw refusal(error)
        }
    }

    /// Compares a target that is in use, or that a copy has just completed; only in the latter case it agrees.
    private func confirm(_ identity: [UInt8]) async throws -> [(table: String, sum: TableSum)] {
        let present = try await self.identity(of: target.database) { error in
            (error as? StorageError)?.isOutage == true ? target.refusal(error) : refusalOfUsed
        }
        guard present == identity else { throw refusalOfUsed }
        try await source.requireUnused()
        let sums: [(table: String, sum: TableSum)]
        do {
            sums = try await compare(tables)
        } catch is CopyDifference {
            throw refusalOfUsed
        }
        surroundings.say("\(target.place) has the complete copy already.")
        try await complete()
        return sums
    }

    private var refusalOfUsed: StartupRefusal {
        StartupRefusal(
            .unavailable,
            "\(target.place) is not empty, and is not a part of a copy of \(source.place): name an empty database, an empty "
                + "schema (schema=NAME in the address), or a folder without a database.")
    }

    // MARK: - Rows

    private func copy(_ tables: [CopiedTable], isResumed: Bool) async throws {
        let total = try await count(tables, in: source.database, source.refusal)
        let before = try await isResumed ? count(tables, in: target.database) { error in target.refusal(error) } : 0
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
            throw continuing(target.refusal(error))
        }
    }

    /// Writes rows one by one, to find the one that the target cannot store.
    private func writeEach(_ rows: [[SQLValue]], to table: CopiedTable, isResumed: Bool) async throws {
        for row in rows {
            do {
                try await add([row], to: table)
            } catch let error as StorageError where !error.isOutage {
                throw try await refusal(of: row, in: table, error, isResumed: isResumed)
            } catch {
                throw continuing(target.refusal(error))
            }
        }
    }

    private func add(_ rows: [[SQLValue]], to table: CopiedTable) async throws {
        try await target.database.write { [rowsPerStatement = target.rowsPerStatement] connection in
            try connection.add(rows, to: table, rowsPerStatement: rowsPerStatement)
        }
    }

    /// The refusal of a row; nothing of the copy is left in the target then.
    private func refusal(
        of row: [SQLValue], in table: CopiedTable, _ error: StorageError, isResumed: Bool
    ) async throws(StartupRefusal) -> StartupRefusal {
        let key = zip(table.key, table.key(of: row)).map { "\($0) \($1.shownInKey)" }.joined(separator: ", ")
        let place = "the row of the table \(table.name) with \(key)"
        if isResumed, case .uniqueViolation = error {
            return StartupRefusal(
                .unavailable,
                "\(target.place) cannot store \(place) beside what an earlier run has copied (\(error)): run the command again "
                    + "with --restart.")
        }
        try await target.discard()
        return StartupRefusal(
            .damaged,
            "\(target.place) cannot store \(place): \(error). Change or remove it in \(source.place), then run the command "
                + "again. Nothing of the copy is left.")
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
        do {
            return try await CopiedRows.read(table, after: last, in: source.database)
        } catch {
            throw continuing(source.refusal(error))
        }
    }

    private func rows(of table: CopiedTable, following batch: CopiedRows) async throws -> CopiedRows {
        guard !batch.isEnd, let end = batch.rows.last else { return CopiedRows() }
        return try await rows(of: table, after: table.key(of: end))
    }

    private func lastKey(of table: CopiedTable) async throws -> [SQLValue]? {
        try await writing { try await target.database.read { reader in try reader.lastKey(of: table) } }
    }

    private func count(
        _ tables: [CopiedTable], in database: any SQLDatabase, _ refusal: (any Error) -> StartupRefusal
    ) async throws -> Int {
        do {
            var sum = 0
            // Each count is a transaction of its own, because those of large tables take time.
            for table in tables { sum += try await database.read { reader in try reader.rowCount(of: table) } }
            return sum
        } catch {
            throw continuing(refusal(error))
        }
    }

    /// Calls a body that uses the target.
    private func writing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw continuing(target.refusal(error)) }
    }

    /// A refusal after which another run goes on.
    private func continuing(_ refusal: StartupRefusal) -> StartupRefusal {
        guard refusal.description.hasSuffix(".") else { return refusal }
        return StartupRefusal(refusal.exitCode, refusal.description + Self.resumption, details: refusal.details)
    }

    // MARK: - Comparison

    /// The sums of tables, which are the same in both databases.
    ///
    /// - Throws: ``CopyDifference`` if they differ, or `StartupRefusal`.
    private func compare(_ tables: [CopiedTable]) async throws -> [(table: String, sum: TableSum)] {
        let total = try await count(tables, in: source.database, source.refusal)
        let report = CopyReport(
            CopyProgress("Compared", total: total, at: surroundings.now()), now: surroundings.now,
            say: surroundings.say)
        var sums: [(table: String, sum: TableSum)] = []
        var differences: [CopyDifference.Table] = []
        for table in tables {
            async let first = sum(of: table, in: source.database, source.refusal, report)
            async let second = sum(of: table, in: target.database, { [target] in target.refusal($0) }, nil)
            let (original, copy) = try await (first, second)
            sums.append((table.name, original))
            if original != copy {
                differences.append(CopyDifference.Table(name: table.name, source: original, target: copy))
            }
        }
        guard differences.isEmpty else {
            throw CopyDifference(source: source.place, target: target.place, tables: differences)
        }
        return sums
    }

    private func sum(
        of table: CopiedTable, in database: any SQLDatabase,
        _ refusal: @Sendable (any Error) -> StartupRefusal, _ report: CopyReport?
    ) async throws -> TableSum {
        var sum = TableSum()
        var last: [SQLValue]?
        var isEnd = false
        do {
            while !isEnd {
                let batch = try await CopiedRows.read(table, after: last, in: database)
                for row in batch.rows { sum.add(row) }
                report?.add(batch.rows.count, of: table.name)
                last = batch.rows.last.map { row in table.key(of: row) } ?? last
                isEnd = batch.isEnd
            }
            return sum
        } catch {
            throw continuing(refusal(error))
        }
    }
}
