// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Lets one caller through at a time, in the order of their arrival.
///
/// An actor would not do: it admits the next caller while the first awaits an answer.
final class SerialGate: Sendable {
    private struct State {
        var isTaken = false
        var nextID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits for the caller's turn and runs the body in it.
    ///
    /// - Parameter body: what must not run beside another body.
    /// - Returns: the body's value.
    /// - Throws: the body's error, or `.cancelled` if the task is cancelled while it waits.
    func withTurn<Value>(_ body: () async throws(SessionError) -> Value) async throws(SessionError) -> Value {
        guard await enter() else { throw .cancelled }
        defer { leave() }
        return try await body()
    }

    private func enter() async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let isIn = admit(id, continuation) { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func admit(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>) -> Bool? {
        state.withLock { state in
            if Task.isCancelled { return false }
            if state.isTaken {
                state.waiting.append((id, continuation))
                return nil
            }
            state.isTaken = true
            return true
        }
    }

    private func giveUp(_ id: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiting.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
