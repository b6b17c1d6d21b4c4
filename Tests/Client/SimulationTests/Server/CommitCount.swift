// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The number of commits that a request has made.
final class CommitCount: Sendable {
    /// The count for the request that the current task handles.
    @TaskLocal static var current: CommitCount?

    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func add() { count.withLock { $0 += 1 } }
}
