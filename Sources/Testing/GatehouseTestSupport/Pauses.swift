// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The pauses of a server, which end when a test says so.
package final class Pauses: Sendable {
    private let begun = Relay<(Duration, Latch)>()

    /// Creates a source of pauses, none of which has begun.
    package init() {}

    /// Waits until the test ends this pause.
    /// - Throws: `CancellationError` in a cancelled task.
    package func pause(_ duration: Duration) async throws {
        let end = Latch()
        begun.send((duration, end))
        await end.wait()
        try Task.checkCancellation()
    }

    /// Ends the next pause of a length that begins or has begun; earlier ones of other lengths go on for ever.
    package func end(_ duration: Duration) async {
        while let (length, end) = await begun.next() {
            guard length == duration else { continue }
            return end.open()
        }
    }
}

/// Values on their way to the one task that waits for them.
package final class Relay<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var isClosed = false
        var waiting: CheckedContinuation<Value?, Never>?
    }

    private let state = Mutex(State())

    /// Creates a relay without values.
    package init() {}

    /// Adds a value.
    package func send(_ value: Value) {
        state.withLock { state -> CheckedContinuation<Value?, Never>? in
            if let waiting = state.waiting.take() { return waiting }
            state.values.append(value)
            return nil
        }?.resume(returning: value)
    }

    /// Ends the relay: its values can still be taken.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            return state.waiting.take()
        }?.resume(returning: nil)
    }

    /// The next value; `nil` after the end.
    package func next() async -> Value? {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Value?? in
                if !state.values.isEmpty { return state.values.removeFirst() }
                if state.isClosed { return .some(nil) }
                state.waiting = continuation
                return .none
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
