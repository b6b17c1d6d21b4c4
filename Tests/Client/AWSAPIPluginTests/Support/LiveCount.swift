// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The number of things that are alive.
final class LiveCount: Sendable {
    private struct State {
        var count = 0
        var most = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// The present number.
    var count: Int { state.withLock(\.count) }

    /// The largest number so far.
    var most: Int { state.withLock(\.most) }

    /// Counts one more.
    func add() {
        state.withLock { state in
            state.count += 1
            state.most = max(state.most, state.count)
        }
    }

    /// Counts one less.
    func remove() {
        state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count -= 1
            return state.count == 0 ? state.waiting.take() : nil
        }?.resume()
    }

    /// Waits until nothing is alive; one task may wait.
    func waitForNone() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count > 0 { state.waiting = continuation }
                return state.count == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
