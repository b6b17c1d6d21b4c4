// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseWire
import Synchronization

/// Limits the request rate of any number of callers, in a fixed amount of memory.
///
/// Every caller has a bucket that fills with time and loses a token for each request. Buckets are in small sets; a hash
/// with a random seed selects a caller's set. In a full set, a new caller replaces the fullest bucket, because it has
/// the least history: a flood of new callers cannot erase the bucket of a busy caller.
package final class TokenBuckets: Sendable {
    private struct Bucket {
        /// 0 for an empty place.
        var key: UInt64 = 0
        var tokens = 0.0
        /// Seconds since 1970.
        var filledAt = 0.0
    }

    private static let bucketsInSet = 8

    private let rate: RequestRate
    private let clock: WallClock
    private let setMask: Int
    private let buckets: Mutex<[Bucket]>

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
        buckets = Mutex(Array(repeating: Bucket(), count: sets * Self.bucketsInSet))
    }

    /// The memory of all buckets, in bytes.
    package var memory: Int {
        buckets.withLock { $0.capacity * MemoryLayout<Bucket>.stride }
    }

    /// Takes a token from a caller's bucket; returns `false` if there is none, and the request must be refused.
    package func admits(_ caller: some Hashable) -> Bool {
        var hasher = Hasher()
        hasher.combine(caller)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        let key = hash | 1
        let first = (Int(truncatingIfNeeded: hash >> 32) & setMask) * Self.bucketsInSet
        let now = clock.now.timeIntervalSince1970
        return buckets.withLock { buckets in
            let index = place(of: key, from: first, in: &buckets, now: now)
            fill(&buckets[index], now: now)
            guard buckets[index].tokens >= 1 else { return false }
            buckets[index].tokens -= 1
            return true
        }
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
