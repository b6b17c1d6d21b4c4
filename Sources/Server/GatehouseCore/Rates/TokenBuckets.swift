// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseWire
import Synchronization

/// Limits the request rate of any number of callers, in a limited amount of memory.
///
/// Every caller has a bucket that fills with time and loses a token for each request. Buckets are in small sets; a hash
/// with a random seed selects a caller's set. In a full set, a new caller replaces the fullest bucket, because it has
/// the least history: a flood of new callers cannot erase the bucket of a busy caller. Neighbouring sets get their memory
/// together, with their first caller.
package final class TokenBuckets: Sendable {
    private struct Bucket {
        /// 0 for an empty place.
        var key: UInt64 = 0
        var tokens = 0.0
        /// Seconds since 1970.
        var filledAt = 0.0
    }

    private static let bucketsInSet = 8
    private static let setsInGroup = 16

    private let rate: RequestRate
    private let clock: WallClock
    private let setMask: Int
    /// The buckets of each group of sets; none for a group without a caller.
    private let groups: Mutex<[[Bucket]]>

    /// Creates the buckets, all of them empty places.
    /// - Parameters:
    ///   - rate: the limit for each caller.
    ///   - clock: the source of the time; while it is set back, no bucket fills.
    ///   - sets: how many sets of eight buckets there are; a power of two.
    package init(_ rate: RequestRate, clock: WallClock, sets: Int = 2_048) {
        precondition(sets > 0 && sets & (sets - 1) == 0, "the number of sets is a power of two")
        self.rate = rate
        self.clock = clock
        setMask = sets - 1
        groups = Mutex(Array(repeating: [], count: (sets - 1) / Self.setsInGroup + 1))
    }

    /// The memory of the buckets, in bytes.
    package var memory: Int {
        groups.withLock { groups in
            groups.reduce(0) { sum, buckets in sum + buckets.capacity * MemoryLayout<Bucket>.stride }
        }
    }

    /// The most memory that all buckets can have, in bytes, without what the allocator adds.
    package var mostMemory: Int { (setMask + 1) * Self.bucketsInSet * MemoryLayout<Bucket>.stride }

    /// Takes a token from a caller's bucket; returns `false` if there is none, and the request must be refused.
    package func admits(_ caller: some Hashable) -> Bool {
        var hasher = Hasher()
        hasher.combine(caller)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        let key = hash | 1
        let (group, set) = (Int(truncatingIfNeeded: hash >> 32) & setMask).quotientAndRemainder(
            dividingBy: Self.setsInGroup)
        let now = clock.now.timeIntervalSince1970
        return groups.withLock { groups in
            if groups[group].isEmpty {
                let sets = min(Self.setsInGroup, setMask + 1)
                groups[group] = Array(repeating: Bucket(), count: sets * Self.bucketsInSet)
            }
            return takesToken(of: key, from: set * Self.bucketsInSet, in: &groups[group], now: now)
        }
    }

    private func takesToken(of key: UInt64, from first: Int, in buckets: inout [Bucket], now: Double) -> Bool {
        let index = place(of: key, from: first, in: &buckets, now: now)
        fill(&buckets[index], now: now)
        guard buckets[index].tokens >= 1 else { return false }
        buckets[index].tokens -= 1
        return true
    }

    /// The index of the caller's bucket; a new caller gets a full one.
    private func place(of key: UInt64, from first: Int, in buckets: inout [Bucket], now: Double) -> Int {
        var fullest = first
        var most = -1.0
        for index in first..<first + Self.bucketsInSet {
            if buckets[index].key == key { return index }
            let tokens = buckets[index].key == 0 ? .infinity : self.tokens(in: buckets[index], now: now)
            if tokens > most { (fullest, most) = (index, tokens) }
        }
        buckets[fullest] = Bucket(key: key, tokens: rate.burst, filledAt: now)
        return fullest
    }

    private func fill(_ bucket: inout Bucket, now: Double) {
        bucket.tokens = tokens(in: bucket, now: now)
        bucket.filledAt = now
    }

    private func tokens(in bucket: Bucket, now: Double) -> Double {
        min(rate.burst, bucket.tokens + max(now - bucket.filledAt, 0) * rate.perSecond)
    }
}

/// A limit for requests: a rate per second in the long run, and a number of requests at once.
package struct RequestRate: Sendable, Equatable {
    /// Requests a second.
    package var perSecond: Double
    /// The number of requests that are allowed at once after a pause; at least 1.
    package var burst: Double

    /// Creates a rate; without a burst, the requests of one second are allowed at once.
    package init(perSecond: Double, burst: Double? = nil) {
        self.perSecond = perSecond
        self.burst = max(burst ?? perSecond, 1)
    }

    /// A rate per hour; all requests of an hour are allowed at once.
    package static func perHour(_ requests: Double) -> RequestRate {
        RequestRate(perSecond: requests / 3_600, burst: requests)
    }
}

/// The limits for reading and writing one user's account, for all callers together.
package struct AccountRates: Sendable {
    private let reads: TokenBuckets?
    private let writes: TokenBuckets?

    /// Limits both kinds of access; `nil` leaves one unlimited.
    package init(reads: TokenBuckets?, writes: TokenBuckets?) {
        self.reads = reads
        self.writes = writes
    }

    /// Limits that admit every request.
    package static let unlimited = AccountRates(reads: nil, writes: nil)

    /// Counts one more request about `account`; returns `false` if the limit is reached.
    package func admits(_ access: OperationAccess, account: some Hashable) -> Bool {
        let buckets =
            switch access {
            case .read: reads
            case .write: writes
            }
        return buckets?.admits(account) ?? true
    }
}
