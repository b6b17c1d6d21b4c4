// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// New parcels for which no lane is free yet.
///
/// Bounded: what does not fit, or waits so long that its lease would end during the attempt, is left to the queue.
struct WaitingParcels {
    typealias Reply = AsyncStream<PostOffice.Outcome>.Continuation

    static let capacity = 1_000

    /// Few enough for the first to be taken out of an array, which keeps nothing of it: it holds a code.
    private var parcels: [(Parcel, Reply?)] = []
    /// Whether the queue is to be searched as soon as a lane is free.
    var isSearchDue = false

    /// Takes a parcel in; `false` if there is no room.
    mutating func append(_ parcel: Parcel, reply: Reply?) -> Bool {
        guard parcels.count < Self.capacity else { return false }
        parcels.append((parcel, reply))
        return true
    }

    /// Gives out the longest waiting parcel.
    mutating func next() -> (Parcel, Reply?)? {
        parcels.isEmpty ? nil : parcels.removeFirst()
    }

    /// Gives out the parcels that can no longer be tried within their lease.
    mutating func takeLate(at now: Date, attempt: Duration) -> [(Parcel, Reply?)] {
        let end = now.addingTimeInterval(attempt / .seconds(1))
        let late = parcels.filter { $0.0.lease <= end }
        if !late.isEmpty { parcels.removeAll { $0.0.lease <= end } }
        return late
    }

    /// Gives out all parcels.
    mutating func takeAll() -> [(Parcel, Reply?)] {
        defer { parcels = [] }
        return parcels
    }
}
