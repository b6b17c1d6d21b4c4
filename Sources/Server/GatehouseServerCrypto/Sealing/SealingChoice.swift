// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The key of a key ring that seals now, and the number of its seals.
///
/// Where several processes use a database, a new key seals only after all of them open with it, so a process may begin to
/// seal under another key while it runs.
final class SealingChoice: Sendable {
    /// A key and its numbers, which belong together.
    struct Present: Sendable {
        let key: SealingKey
        let counts: SealCounts
    }

    private let state: Mutex<Present>

    init(_ key: SealingKey) {
        state = Mutex(Present(key: key, counts: SealCounts()))
    }

    /// The key that seals now.
    var present: Present { state.withLock { $0 } }

    /// Lets another key seal from now on; its numbers begin at 0.
    func choose(_ key: SealingKey) {
        state.withLock { state in
            if state.key.id != key.id { state = Present(key: key, counts: SealCounts()) }
        }
    }
}
