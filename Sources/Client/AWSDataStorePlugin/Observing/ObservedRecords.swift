// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A record of an observed query.
struct ObservedRow<M: Model>: Sendable {
    let id: RecordID
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
    private var valuesByID: [RecordID: [StoredValue]] = [:]

    /// Makes the result of a query.
    ///
    /// - Parameters:
    ///   - rows: the records, in the order of the query.
    ///   - order: the order.
    init(_ rows: [ObservedRow<M>], order: RecordOrder) {
        self.order = order
        // A record can lack a value that the store sorts by, such as the name of an enumeration's value that the model
        // does not know. The search needs the order of the values that are here.
        let isSorted = zip(rows, rows.dropFirst()).allSatisfy { order.precedes($0.values, $1.values) }
        let sorted = isSorted ? rows : rows.sorted { order.precedes($0.values, $1.values) }
        items = sorted.map(\.record)
        values = sorted.map(\.values)
        valuesByID = Dictionary(sorted.map { ($0.id, $0.values) }) { _, last in last }
    }

    /// Puts a record that meets the condition at its place, in place of its former values.
    mutating func put(_ row: ObservedRow<M>) {
        if let former = valuesByID[row.id] {
            let index = index(of: former)
            if !order.precedes(former, row.values), !order.precedes(row.values, former) {
                items[index] = row.record
                values[index] = row.values
                valuesByID[row.id] = row.values
                return
            }
            remove(row.id)
        }
        let index = index(of: row.values)
        items.insert(row.record, at: index)
        values.insert(row.values, at: index)
        valuesByID[row.id] = row.values
    }

    /// Removes a record that no longer exists or no longer meets the condition; without effect if it is not there.
    mutating func remove(_ id: RecordID) {
        guard let former = valuesByID.removeValue(forKey: id) else { return }
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
