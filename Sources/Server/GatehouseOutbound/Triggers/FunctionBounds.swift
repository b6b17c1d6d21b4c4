// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The bounds that the functions file sets for one function.
package struct FunctionBounds: Sendable, Equatable {
    /// The longest time of one call; a shorter limit of the caller counts.
    package var time: Duration
    /// The most calls at once; further ones fail as those of a throttled function.
    package var parallelCalls: Int

    /// Sets the bounds; by default there is no more than the limits of callers.
    package init(time: Duration = .seconds(900), parallelCalls: Int = .max) {
        self.time = time
        self.parallelCalls = parallelCalls
    }
}

/// Counts the running calls of each function.
final class RunningCalls: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts a call; `false` if so many are running already.
    func begin(_ function: String, atMost most: Int) -> Bool {
        counts.withLock { counts in
            guard counts[function, default: 0] < most else { return false }
            counts[function, default: 0] += 1
            return true
        }
    }

    /// Notes the end of a call.
    func end(_ function: String) {
        counts.withLock { $0[function, default: 1] -= 1 }
    }
}
