// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Limits the log of requests that fail for one lasting reason, such as a full disk, to one line a minute.
package final class OutageLog: Sendable {
    /// The time between two lines with the same reason.
    package static let interval = Duration.seconds(60)
    /// The largest number of reasons; further ones are not limited.
    private static let capacity = 64

    private struct Record {
        var logged: ContinuousClock.Instant
        var omitted = 0
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let records = Mutex<[String: Record]>([:])

    /// Creates an empty log, with its own monotonic clock.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Counts a failed request.
    /// - Returns: the number of lines that were omitted before this one, or `nil` if this line is omitted too.
    package func admits(_ reason: String) -> Int? {
        let now = now()
        return records.withLock { records in
            guard let known = records[reason], now - known.logged < Self.interval else {
                let omitted = records[reason]?.omitted ?? 0
                if records[reason] != nil || records.count < Self.capacity { records[reason] = Record(logged: now) }
                return omitted
            }
            records[reason]?.omitted += 1
            return nil
        }
    }
}
