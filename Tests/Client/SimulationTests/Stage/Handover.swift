// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A value that one side offers once and the other takes, or waits for.
///
/// Later offers are ignored.
final class Handover<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Mutex(State())

    /// The value, if there is one by now.
    var value: Value? { state.withLock(\.value) }

    func offer(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the value; one at a time may do so.
    func take() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state in
                if state.value == nil { state.waiting = continuation }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
