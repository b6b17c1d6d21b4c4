// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// What happens in a run, in its order: steps of the run, and the requests of the devices between them.
final class RunJournal: Sendable {
    private let state = Mutex<[String]>([])

    /// The lines, the first one first.
    var lines: [String] { state.withLock(\.self) }

    /// Adds a line.
    func add(_ line: String) { state.withLock { $0.append(line) } }
}
