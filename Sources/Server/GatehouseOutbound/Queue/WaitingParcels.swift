// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// New parcels that wait for a free lane.
///
/// The number is limited. A parcel that does not fit, or whose lease would end during the attempt, is left in the
/// queue.
struct WaitingParcels {
    typealias Reply = AsyncStream<PostOffice.Outcome>.Continuation

    static let capacity = 1_000

    /// An array, because its size is small and a removed element leaves no copy of its code in memory.
    private var parcels: [(Parcel, Reply?)] = []
    /// Whether the queue must be searched as soon as a lane is free.
    var isSearchDue = false

    /// Adds a parcel; `false` if there is no room.
    mutating func append(_ parcel: Parcel, reply: Reply?) -> Bool {
        guard parcels.count < Self.capacity else { return false }
        parcels.append((parcel, reply))
        return true
    }

    /// Removes and returns the parcel that has waited longest.
    mutating func next() -> (Parcel, Reply?)? {
        parcels.isEmpty ? nil : parcels.removeFirst()
    }

    /// Removes and returns the parcels whose attempt could exceed their lease.
    mutating func takeLate(at now: Date, attempt: Duration) -> [(Parcel, Reply?)] {
        let end = now.addingTimeInterval(attempt / .seconds(1))
        let late = parcels.filter { $0.0.lease <= end }
        if !late.isEmpty { parcels.removeAll { $0.0.lease <= end } }
        return late
    }

    /// Removes and returns all parcels.
    mutating func takeAll() -> [(Parcel, Reply?)] {
        defer { parcels = [] }
        return parcels
    }
}
