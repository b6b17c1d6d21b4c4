// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The records of an observed query, kept in order while records come and go.
///
/// A change costs a binary search and the move of the elements behind the record, not a query.
struct ObservedRecords<M: Model>: Sendable {
    /// The place of a record in the order.
    private struct Place {
        let values: [SortValue]
        /// Counts the records that were read or inserted before.
        let rank: Int
    }

    /// The records in order.
    private(set) var items: [M] = []

    private let order: RecordOrder
    /// The places of the records, in the same order.
    private var places: [Place] = []
    private var placeByKey: [String: Place] = [:]
    private var nextRank = 0

    /// Makes the result of a query.
    ///
    /// - Parameters:
    ///   - records: the records with their keys, in the order of the query.
    ///   - order: the order.
    init(_ records: [(key: String, record: M)], order: RecordOrder) {
        self.order = order
        items.reserveCapacity(records.count)
        places.reserveCapacity(records.count)
        for (key, record) in records {
            let place = place(of: record)
            items.append(record)
            places.append(place)
            placeByKey[key] = place
        }
    }

    /// Puts a record that meets the condition at its place, in place of its former values.
    mutating func put(_ record: M, key: String) {
        guard let former = placeByKey[key] else {
            return insert(record, at: place(of: record), key: key)
        }
        let new = Place(values: values(of: record), rank: former.rank)
        guard isBefore(former, new) || isBefore(new, former) else {
            items[index(of: former)] = record
            return
        }
        remove(key: key)
        insert(record, at: new, key: key)
    }

    /// Removes a record that no longer exists or no longer meets the condition; without effect if it is not there.
    mutating func remove(key: String) {
        guard let place = placeByKey.removeValue(forKey: key) else { return }
        let index = index(of: place)
        items.remove(at: index)
        places.remove(at: index)
    }

    private mutating func insert(_ record: M, at place: Place, key: String) {
        let index = index(of: place)
        items.insert(record, at: index)
        places.insert(place, at: index)
        placeByKey[key] = place
    }

    private mutating func place(of record: M) -> Place {
        defer { nextRank += 1 }
        return Place(values: values(of: record), rank: nextRank)
    }

    private func values(of record: M) -> [SortValue] {
        order.isSorted ? order.values(of: record) : []
    }

    private func isBefore(_ left: Place, _ right: Place) -> Bool {
        order.isSorted ? order.isBefore(left.values, right.values) : left.rank < right.rank
    }

    /// The index of the first record that does not come before a place.
    private func index(of place: Place) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(places[middle], place) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
