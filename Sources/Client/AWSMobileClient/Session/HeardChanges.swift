// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The number of the last change of the state that listeners have heard of.
///
/// A sign-out tells the listeners at once, and may overtake a change that another thread is about to tell.
final class HeardChanges: Sendable {
    private let last = Mutex(0)

    /// Notes a change before listeners hear of it.
    ///
    /// - Returns: false if they have heard of a later one, so that this one is not worth telling.
    func begin(_ number: Int) -> Bool {
        last.withLock { last in
            guard number > last else { return false }
            last = number
            return true
        }
    }

    /// Whether listeners have heard of no change after this one.
    func isLast(_ number: Int) -> Bool { last.withLock { $0 == number } }
}
