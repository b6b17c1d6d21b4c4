// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Synchronization

/// A caller that waits for a value for a limited time; it is resumed once.
final class Waiter<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Result<Value, StorageError>, Never>?
        var limit: Task<Void, Never>?
    }

    private let state = Mutex(State())

    func wait(_ continuation: CheckedContinuation<Result<Value, StorageError>, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// Keeps the task that ends the wait, until the wait ends.
    func limit(_ task: Task<Void, Never>) {
        let isWaiting = state.withLock { state in
            guard state.continuation != nil else { return false }
            state.limit = task
            return true
        }
        if !isWaiting { task.cancel() }
    }

    /// Ends the wait; returns whether it had not ended before.
    func resume(_ result: Result<Value, StorageError>) -> Bool {
        let ended = state.withLock { state in
            defer { state = State() }
            return state
        }
        ended.limit?.cancel()
        ended.continuation?.resume(returning: result)
        return ended.continuation != nil
    }
}
