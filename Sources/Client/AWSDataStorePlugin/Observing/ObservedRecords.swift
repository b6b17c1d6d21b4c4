// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A record of an observed query.
struct ObservedRow<M: Model>: Sendable {
    /// The text of the record's key.
    let key: String
    let record: M
    /// The values of the columns, by which the record is sorted.
    let values: [StoredValue]
}

/// The records of an observed query, kept in order while records come and go.
///
/// A change costs a binary search and the move of the elements behind the record, not a query.
struct ObservedRecords<M: Model>: Sendable {
    /// The records in order.
    private(set) var items: [M] = []

    private let order: RecordOrder
    /// The values of the records, in the same order; they differ, because the key is among them.
    private var values: [[StoredValue]] = []
    private var valuesByKey: [String: [StoredValue]] = [:]

    /// Makes the result of a query.
    ///
    /// - Parameters:
    ///   - rows: the records, in the order of the query.
    ///   - order: the order.
    init(_ rows: [ObservedRow<M>], order: RecordOrder) {
        self.order = order
        items = rows.map(\.record)
        values = rows.map(\.values)
        valuesByKey = Dictionary(rows.map { ($0.key, $0.values) }) { _, last in last }
    }

    /// Puts a record that meets the condition at its place, in place of its former values.
    mutating func put(_ row: ObservedRow<M>) {
        if let former = valuesByKey[row.key] {
            let index = index(of: former)
            if !order.precedes(former, row.values), !order.precedes(row.values, former) {
                items[index] = row.record
                values[index] = row.values
                valuesByKey[row.key] = row.values
                return
            }
            remove(key: row.key)
        }
        let index = index(of: row.values)
        items.insert(row.record, at: index)
        values.insert(row.values, at: index)
        valuesByKey[row.key] = row.values
    }

    /// Removes a record that no longer exists or no longer meets the condition; without effect if it is not there.
    mutating func remove(key: String) {
        guard let former = valuesByKey.removeValue(forKey: key) else { return }
        let index = index(of: former)
        items.remove(at: index)
        values.remove(at: index)
    }

    /// The index of the first record that does not come before one with these values.
    private func index(of place: [StoredValue]) -> Int {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if order.precedes(values[middle], place) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
