// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Counts open connections and running requests, so that a shutdown can wait for their end.
final class OpenWork: Sendable {
    private struct State {
        var count = 0
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Counts a connection or a request.
    func begin() {
        state.withLock { $0.count += 1 }
    }

    /// Counts the end of a connection or of a request.
    func end() {
        state.withLock { state in
            state.count -= 1
            return state.count == 0 ? state.waiter.take() : nil
        }?.resume()
    }

    /// Waits until all have ended, or until the task is cancelled; one task may wait.
    func hasEnded() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.count > 0, !Task.isCancelled else { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume()
        }
    }
}
