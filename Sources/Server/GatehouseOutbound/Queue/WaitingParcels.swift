// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// New parcels for which no lane is free yet.
///
/// Bounded: what does not fit, or waits so long that its lease would end during the attempt, is left to the queue, where
/// it is found again.
struct WaitingParcels {
    typealias Reply = AsyncStream<PostOffice.Outcome>.Continuation

    private static let capacity = 1_000

    /// Few enough for the first to be taken out of an array, which keeps nothing of it: it holds a code.
    private var parcels: [(Parcel, Reply?)] = []
    /// Whether the queue is to be searched as soon as a lane is free.
    var isSearchDue = false

    mutating func append(_ parcel: Parcel, reply: Reply?) {
        guard parcels.count < Self.capacity else {
            reply?.finish()
            return
        }
        parcels.append((parcel, reply))
    }

    /// The longest waiting parcel that can still be tried within its lease.
    mutating func next(at now: Date, attempt: Duration) -> (Parcel, Reply?)? {
        while !parcels.isEmpty {
            let (parcel, reply) = parcels.removeFirst()
            guard parcel.lease <= now.addingTimeInterval(attempt / .seconds(1)) else { return (parcel, reply) }
            reply?.finish()
        }
        return nil
    }

    /// Leaves all to the queue.
    func dismiss() {
        for (_, reply) in parcels { reply?.finish() }
    }
}
