// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The pace of work on many records: short transactions, and pauses in which others can write.
///
/// A database file has one lock for the writers of all processes, and the lock is not fair: a writer that waits asks for it
/// a few times a second, and gives up after some seconds. Without pauses, it could find the lock taken each time.
package struct MaintenancePace: Sendable {
    /// The numbers of records that a step can have.
    private static let sizes = 10...200
    /// How long the work of a step should take; a step outside the range is followed by one of another size.
    private static let stepTimes = Duration.milliseconds(10)...Duration.milliseconds(40)
    /// The longest pause, for steps that had to wait for others.
    private static let longestPause = Duration.milliseconds(250)

    /// The most records of the next step.
    package private(set) var size = 50
    /// The present time.
    package let now: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable (Duration) async throws -> Void

    /// Makes a pace; `pause` waits for some time, and throws when the task is cancelled.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.now = now
        self.pause = pause
    }

    /// Leaves the store to others for as long as a step took, and chooses the size of the next one.
    ///
    /// - Parameters:
    ///   - start: when the step began, which may have waited for its transaction.
    ///   - work: the time of the work inside the transaction.
    /// - Throws: `CancellationError`.
    package mutating func rest(since start: ContinuousClock.Instant, work: Duration) async throws {
        if work > Self.stepTimes.upperBound {
            size = max(size / 2, Self.sizes.lowerBound)
        } else if work < Self.stepTimes.lowerBound {
            size = min(size * 2, Self.sizes.upperBound)
        }
        try await pause(min(now() - start, Self.longestPause))
    }
}
