// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseStorage

/// Seals the values of a database again under the current master key, while a server uses the database.
///
/// It works in batches of some rows, each in a short transaction of its own. A row that has changed since it was read
/// stays as it is, and is seen by the next pass. What is left to do shows in the values themselves, which carry the ids
/// of their keys: after an end at any moment, the next run continues with the rest of the values.
package struct Resealing: Sendable {
    /// The progress in one column.
    package struct Progress: Sendable, Equatable {
        package let column: SealedColumn
        /// The number of rows that were looked at.
        package let rows: Int
        /// The number of rows when the pass began.
        package let total: Int
        /// Whether the column's last row was looked at.
        package let isEnd: Bool
    }

    /// The result of a complete run.
    package struct Result: Sendable, Equatable {
        /// The number of values that were sealed again.
        package fileprivate(set) var resealed = 0
        /// The rows with a value that no key of the key ring opens, by column and primary key.
        package fileprivate(set) var unreadable: [String] = []
        /// The ids of the keys that these values name.
        package fileprivate(set) var keysOfUnreadable: Set<String> = []
    }

    /// The number of passes after which rows change too often.
    private static let passes = 20

    private let database: any SQLDatabase
    private let sealer: Sealer

    /// Creates the work on a database; `sealer` opens with all keys and seals with the current one.
    package init(_ database: any SQLDatabase, by sealer: Sealer) {
        self.database = database
        self.sealer = sealer
    }

    /// Repeats passes over all columns until one finds nothing to do.
    /// - Parameter report: called after each batch; an error that it throws ends the run.
    /// - Returns: what was done, and what no key opens.
    /// - Throws: `RowsKeepChanging` after too many passes, the error of `report`, or `StorageError`.
    package func run(report: (Progress) async throws -> Void) async throws -> Result {
        var result = Result()
        for _ in 0..<Self.passes {
            var found = 0
            (result.unreadable, result.keysOfUnreadable) = ([], [])
            for column in SealedColumn.allCases {
                found += try await pass(over: column, into: &result, report: report)
            }
            if found == 0 { return result }
        }
        throw RowsKeepChanging()
    }

    /// Seals one column's values; returns the number of rows that were sealed under an older key.
    private func pass(
        over column: SealedColumn, into result: inout Result, report: (Progress) async throws -> Void
    ) async throws -> Int {
        let total = try await database.read { reader in try reader.sealedRowCount(of: column) }
        var (found, seen, last) = (0, 0, SealedRow?.none)
        while true {
            let rows = try await database.read { [last] reader in
                try reader.sealedRows(of: column, after: last, limit: column.batch)
            }
            let batch = Batch(rows, by: sealer)
            found += batch.work
            seen += rows.count
            last = rows.last
            result.unreadable += batch.unreadable
            result.keysOfUnreadable.formUnion(batch.keysOfUnreadable)
            if batch.work > 0 {
                result.resealed += try await database.write { connection in try batch.store(in: connection) }
            }
            let isEnd = rows.count < column.batch
            try await report(Progress(column: column, rows: seen, total: total, isEnd: isEnd))
            if isEnd { return found }
        }
    }
}

/// The error of a rotation whose rows change as often as it reads them.
struct RowsKeepChanging: Error, CustomStringConvertible {
    var description: String { "rows change as often as they are read" }
}

extension Resealing {
    /// Some rows of a column, with what replaces their values.
    fileprivate struct Batch: Sendable {
        private var new: [(row: SealedRow, sealed: [[UInt8]])] = []
        private var ended: [SealedRow] = []
        private(set) var unreadable: [String] = []
        private(set) var keysOfUnreadable: Set<String> = []

        /// The number of rows that are to be changed.
        var work: Int { new.count + ended.count }

        init(_ rows: [SealedRow], by sealer: Sealer) {
            for row in rows { add(row, by: sealer) }
        }

        private mutating func add(_ row: SealedRow, by sealer: Sealer) {
            do {
                guard let sealed = row.sealed else { throw SealingError.malformed }
                var changed = false
                let replaced = try sealed.map { value in
                    let again = try sealer.resealed(value, purpose: row.column.purpose, context: row.context)
                    changed = changed || again != nil
                    return again ?? value
                }
                if changed { new.append((row, replaced)) }
            } catch {
                // A sign-in that waits since an early release, or was altered, cannot be continued anyway.
                guard row.column != .waitingSignIns else {
                    ended.append(row)
                    return
                }
                unreadable.append("\(row.column.rawValue) of \(row.name)")
                keysOfUnreadable.formUnion((row.sealed ?? []).compactMap(Sealer.keyID))
            }
        }

        /// Stores the new values; returns the number of rows that had not changed.
        func store(in connection: any SQLConnection) throws -> Int {
            for row in ended { try connection.removeWaitingSignIn(row) }
            return try new.count { row, sealed in try connection.replace(row, by: sealed) }
        }
    }
}
