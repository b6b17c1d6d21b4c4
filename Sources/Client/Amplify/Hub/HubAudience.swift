// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The number of receivers of events, so that a sender finds out without a lock that there is none.
///
/// A receiver counts before the call that adds it returns, and until it has ended.
final class HubAudience: Sendable {
    private let count = Atomic(0)

    /// Whether nothing receives events.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Counts one more receiver.
    func gain() {
        count.add(1, ordering: .releasing)
    }

    /// Counts as many receivers less.
    func lose(_ number: Int) {
        count.subtract(number, ordering: .releasing)
    }
}
