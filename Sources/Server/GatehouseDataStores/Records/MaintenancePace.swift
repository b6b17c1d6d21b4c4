// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The pace of work on many records: short transactions, and pauses in which others can write.
///
/// A database file has one lock for the writers of all processes, and the lock is not fair: a writer that waits asks for it
/// a few times a second, and gives up after some seconds. Without pauses, it could find the lock taken each time.
package struct MaintenancePace: Sendable {
    /// How long the work of a step should take; a step outside the range is followed by one of another size.
    private static let stepTimes = Duration.milliseconds(10)...Duration.milliseconds(40)
    /// The longest pause, for steps that had to wait for others.
    private static let longestPause = Duration.milliseconds(250)

    /// The most records of the next step.
    fileprivate var size: Int
    fileprivate let now: @Sendable () -> ContinuousClock.Instant
    private let sizes: ClosedRange<Int>
    private let pause: @Sendable (Duration) async throws -> Void

    /// Makes a pace.
    ///
    /// - Parameters:
    ///   - sizes: the numbers of records that a step can have at most.
    ///   - now: the present time.
    ///   - pause: waits for some time, and throws when the task is cancelled.
    package init(
        sizes: ClosedRange<Int> = 10...200,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.sizes = sizes
        self.now = now
        self.pause = pause
        size = min(max(50, sizes.lowerBound), sizes.upperBound)
    }

    /// Leaves the store to others for as long as a step took, and chooses the size of the next one.
    ///
    /// - Parameters:
    ///   - start: when the step began, which may have waited for its transaction.
    ///   - work: the time of the work inside the transaction.
    /// - Throws: `CancellationError`.
    fileprivate mutating func rest(since start: ContinuousClock.Instant, work: Duration) async throws {
        if work > Self.stepTimes.upperBound {
            size = max(size / 2, sizes.lowerBound)
        } else if work < Self.stepTimes.lowerBound {
            size = min(size * 2, sizes.upperBound)
        }
        try await pause(min(now() - start, Self.longestPause))
    }
}

extension RecordStore {
    /// Does a step of maintenance in a transaction, and then leaves the store to others.
    ///
    /// - Parameters:
    ///   - pace: the pace, which learns from the step.
    ///   - body: the step; it gets the most records that it may have.
    /// - Returns: the value of the step.
    /// - Throws: the error of the step or of the store, or `CancellationError`.
    package func write<Value: Sendable>(
        at pace: inout MaintenancePace,
        _ body: @escaping @Sendable (_ writer: any RecordWriting, _ size: Int) throws -> Value
    ) async throws -> Value {
        let (size, now, start) = (pace.size, pace.now, pace.now())
        let step = try await write { writer in
            let begin = now()
            return (value: try body(writer, size), work: now() - begin)
        }
        try await pace.rest(since: start, work: step.work)
        return step.value
    }
}
