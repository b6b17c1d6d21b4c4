// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// An event that happens once, for which tasks wait.
///
/// A wait also ends when its task is cancelled, as a test is that exceeds its time limit: it fails then, and does not stop
/// the run.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Creates a latch whose event has not happened.
    package init() {}

    /// Whether the event has happened.
    package var isOpen: Bool { state.withLock(\.isOpen) }

    /// The number of tasks that wait.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Reports the event; later reports change nothing.
    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the event, or until the task is cancelled.
    package func wait() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
