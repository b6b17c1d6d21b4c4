// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Work that runs once for all concurrent callers.
final class SingleFlight<Value: Sendable>: Sendable {
    private enum Boarding {
        case cancelled, joined, first
    }

    private struct State {
        var isFlying = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Joins the flight under way, or starts one, and waits for its value.
    ///
    /// - Parameter work: the work of a new flight.
    /// - Returns: the flight's value, or nil if the calling task is cancelled; the flight continues for the others.
    func join(_ work: @escaping @Sendable () async -> Value) async -> Value? {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                board(id, continuation, work)
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: nil)
        }
    }

    private func board(
        _ id: Int,
        _ continuation: CheckedContinuation<Value?, Never>,
        _ work: @escaping @Sendable () async -> Value
    ) {
        let boarding = state.withLock { state -> Boarding in
            if Task.isCancelled { return .cancelled }
            state.waiting[id] = continuation
            defer { state.isFlying = true }
            return state.isFlying ? .joined : .first
        }
        switch boarding {
        case .cancelled: continuation.resume(returning: nil)
        case .joined: break
        // Unstructured on purpose: the flight belongs to all who wait, so it must outlive the one who started it,
        // whose task may be cancelled. Its work is bounded by the engine's deadline.
        case .first: Task { land(await work()) }
        }
    }

    private func land(_ value: Value) {
        let waiting = state.withLock { state in
            defer { state = State(nextID: state.nextID) }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}
