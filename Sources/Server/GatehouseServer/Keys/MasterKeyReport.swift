// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseStorage

/// The numbers of a database's sealed values by the ids of the keys that sealed them.
struct MasterKeyUsage: Sendable, Equatable {
    /// The numbers, by the ids in the values.
    private(set) var values: [String: Int] = [:]
    /// The number of values that are not in the form of sealed ones.
    private(set) var unreadable = 0

    /// Counts the values of all columns; it needs no key, and reads all rows in batches.
    /// - Throws: `StorageError`.
    init(of database: any SQLDatabase) async throws {
        for column in SealedColumn.allCases {
            var last: SealedRow?
            repeat {
                let rows = try await database.read { [last] reader in
                    try reader.sealedRows(of: column, after: last, limit: column.batch)
                }
                for row in rows { add(row) }
                last = rows.last
            } while last != nil
        }
    }

    private mutating func add(_ row: SealedRow) {
        guard let sealed = row.sealed else {
            unreadable += 1
            return
        }
        for value in sealed {
            if let id = Sealer.keyID(of: value) { values[id, default: 0] += 1 } else { unreadable += 1 }
        }
    }
}

extension CheckReport {
    /// Says which master keys the database needs, how many values each has sealed, and which lines may be removed.
    ///
    /// `keys` are those that are set, if any are; `rotation` is the command that seals everything under a new key. The
    /// numbers of seals for each purpose are noted on request only; a key with many seals always is.
    mutating func noteMasterKeys(
        of database: any SQLDatabase, keys: KeyRing?, rotation: FolderCommand, showingSeals: Bool, at now: Date
    ) async {
        do {
            let ledger = MasterKeyLedger(records: try await database.read { reader in try reader.masterKeys() })
            let counts = try await database.read { reader in try reader.sealCounts() }
            let usage = try await MasterKeyUsage(of: database)
            for record in ledger.records {
                note(Self.line(on: record, values: usage.values[record.id] ?? 0, rotation: rotation, at: now))
            }
            for (id, count) in usage.values.sorted(by: { $0.key < $1.key })
            where !ledger.records.contains(where: { $0.id == id }) {
                problem("Master key \(id): \(count) values, although no server has used this key: add its line")
            }
            for key in Dictionary(grouping: counts, by: \.keyID).sorted(by: { $0.key < $1.key }) {
                if showingSeals { note(Self.line(onSealsUnder: key.key, key.value)) }
                let many = key.value.filter { count in count.number >= SealReservations.threshold }
                guard !many.isEmpty else { continue }
                note(
                    "Master key \(key.key) has sealed many values for \(many.map(\.purpose).joined(separator: ", ")): "
                        + "replace it, as docs/master-keys.md describes")
            }
            if usage.unreadable > 0 { problem("\(usage.unreadable) values are damaged: restore a backup") }
            if let keys { try ledger.check(keys, at: now) }
        } catch {
            problem("Master keys: \(error)")
        }
    }

    private static func line(onSealsUnder id: String, _ counts: [SealCount]) -> String {
        let numbers = counts.map { count in "\(count.number) for \(count.purpose)" }.joined(separator: ", ")
        return "Seals under \(id), at most (of \(SealReservations.bound) for each purpose): \(numbers)"
    }

    private static func line(
        on record: MasterKeyRecord, values: Int, rotation: FolderCommand, at now: Date
    ) -> String {
        let start = "Master key \(record.id): \(values) values; "
        guard record.sealsSince != nil else { return start + "it has not been used yet" }
        guard record.sealedUntil != nil else { return start + "new values are sealed under it" }
        guard let end = record.removableFrom, values == 0 else {
            return start + "to remove its line, run first: \(rotation)"
        }
        return start
            + (now < end ? "its line may be removed from \(end.formatted(.iso8601)) on" : "its line may be removed")
    }
}
