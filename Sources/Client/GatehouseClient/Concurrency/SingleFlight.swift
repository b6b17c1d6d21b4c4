// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Work that runs once for all concurrent callers.
package final class SingleFlight<Value: Sendable>: Sendable {
    /// The fate of the work after its last caller has left.
    package enum Abandonment: Sendable {
        /// The work continues to its end, because it changes what later callers find.
        case continues
        /// The work is cancelled, and the next caller starts it anew.
        case isCancelled
    }

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
    }

    private struct State {
        var flight: Flight?
        var lastNumber = 0
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
    }

    private let abandonment: Abandonment
    private let state = Mutex(State())

    /// Makes a place for work, of which there is none yet.
    ///
    /// - Parameter abandonment: the fate of work after its last caller has left.
    package init(whenAbandoned abandonment: Abandonment = .continues) {
        self.abandonment = abandonment
    }

    /// Joins the flight under way, or starts one, and waits for its value.
    ///
    /// - Parameter work: the work of a new flight.
    /// - Returns: the flight's value, or nil if the calling task is cancelled; the flight continues for the others.
    package func join(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                board(id, continuation, work)
            }
        } onCancel: {
            leave(id)
        }
    }

    private func board(
        _ id: Int,
        _ continuation: CheckedContinuation<Value?, Never>,
        _ work: @escaping @Sendable () async -> Value
    ) {
        let hasBoarded = state.withLock { state -> Bool in
            if Task.isCancelled { return false }
            state.waiting[id] = continuation
            guard state.flight == nil else { return true }
            state.lastNumber += 1
            let number = state.lastNumber
            // Unstructured on purpose: the flight belongs to all who wait, so it must outlive the one who started it,
            // whose task may be cancelled. Its work is bounded by the caller's deadline.
            state.flight = Flight(number: number, task: Task { land(await work(), number) })
            return true
        }
        if !hasBoarded { continuation.resume(returning: nil) }
    }

    private func leave(_ id: Int) {
        let (continuation, abandoned) = state.withLock { state -> (CheckedContinuation<Value?, Never>?, Flight?) in
            guard let continuation = state.waiting.removeValue(forKey: id) else { return (nil, nil) }
            guard abandonment == .isCancelled, state.waiting.isEmpty else { return (continuation, nil) }
            defer { state.flight = nil }
            return (continuation, state.flight)
        }
        abandoned?.task.cancel()
        continuation?.resume(returning: nil)
    }

    private func land(_ value: Value, _ number: Int) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            // An abandoned flight lands without callers: those since then are on another flight.
            guard state.flight?.number == number else { return [] }
            defer {
                state.flight = nil
                state.waiting = [:]
            }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}
