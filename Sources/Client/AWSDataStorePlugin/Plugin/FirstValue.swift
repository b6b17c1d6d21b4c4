// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A value that several tasks may supply: the first one counts.
final class FirstValue<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case taken(Value)
    }

    private let state = Mutex(State.open)

    /// Creates a place without a value.
    init() {}

    /// Takes the value unless there is one.
    func take(_ value: Value) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .taken: return nil
            case .open:
                state = .taken(value)
                return nil
            case .awaited(let continuation):
                state = .taken(value)
                return continuation
            }
        }
        continuation?.resume(returning: value)
    }

    /// The value, awaited by one caller.
    var value: Value {
        get async {
            await withCheckedContinuation { wait($0) }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value, Never>) {
        let taken = state.withLock { state -> Value? in
            if case .taken(let value) = state { return .some(value) }
            state = .awaited(continuation)
            return nil
        }
        if let taken { continuation.resume(returning: taken) }
    }
}
