// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The number of commits after which the process of a test dies.
///
/// Every later write fails, so that the files are as after a crash between two writes.
package final class WriteLimit: Sendable {
    /// The process has died.
    struct Reached: Error {}

    private let left = Mutex<Int?>(nil)

    /// Makes a limit that is never reached.
    package init() {}

    /// Lets a number of further commits happen.
    package func set(_ count: Int) { left.withLock { $0 = count } }

    /// Counts a commit.
    /// - Throws: `Reached` if it must not happen.
    func count() throws(Reached) {
        let isReached = left.withLock { left in
            guard let count = left else { return false }
            left = max(0, count - 1)
            return count == 0
        }
        if isReached { throw Reached() }
    }
}
