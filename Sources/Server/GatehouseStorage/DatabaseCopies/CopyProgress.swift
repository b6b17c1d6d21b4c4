// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// How far a copy is, in lines for people.
package struct CopyProgress: Sendable {
    /// The time between two lines.
    private static let pause = Duration.seconds(2)

    private let work: String
    private let total: Int
    private let start: ContinuousClock.Instant
    private var nextLine: ContinuousClock.Instant
    private var done: Int
    /// The rows that an earlier run has done.
    private let before: Int

    /// Creates the progress of some work on `total` rows, of which an earlier run has done some.
    package init(_ work: String, total: Int, before: Int = 0, at now: ContinuousClock.Instant) {
        (self.work, self.total, self.before, done) = (work, total, before, before)
        start = now
        nextLine = now + Self.pause
    }

    /// Adds rows of a table; returns a line if the last one is old enough.
    package mutating func add(_ rows: Int, of table: String, at now: ContinuousClock.Instant) -> String? {
        done += rows
        guard now >= nextLine else { return nil }
        nextLine = now + Self.pause
        // The source may have got rows since they were counted.
        let all = max(total, done)
        let share = all == 0 ? 100 : done * 100 / all
        return "\(work): \(done) of \(all) rows (\(share) %), at the table \(table)\(timeLeft(all, at: now))"
    }

    /// The time that the remaining rows need at the pace of this run.
    private func timeLeft(_ all: Int, at now: ContinuousClock.Instant) -> String {
        let rows = done - before
        guard rows > 0 else { return "" }
        let elapsed = (now - start) / .seconds(1)
        let seconds = elapsed * Double(all - done) / Double(rows)
        guard seconds.isFinite, seconds < 1e9 else { return "" }
        return seconds < 90
            ? ", about \(Int(seconds.rounded(.up))) s left" : ", about \(Int((seconds / 60).rounded(.up))) min left"
    }
}

/// Says how far a copy is, from the tasks that work on it.
final class CopyReport: Sendable {
    private let progress: Mutex<CopyProgress>
    private let now: @Sendable () -> ContinuousClock.Instant
    private let say: @Sendable (String) -> Void

    init(
        _ progress: CopyProgress, now: @escaping @Sendable () -> ContinuousClock.Instant,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.progress = Mutex(progress)
        self.now = now
        self.say = say
    }

    /// Counts rows of a table.
    func add(_ rows: Int, of table: String) {
        if let line = progress.withLock({ $0.add(rows, of: table, at: now()) }) { say(line) }
    }
}
