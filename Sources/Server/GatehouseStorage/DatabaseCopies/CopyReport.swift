// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

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
