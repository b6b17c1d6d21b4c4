// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

/// The answer to one call of an app, which must come exactly once.
final class Answer<Value: Sendable>: Sendable {
    /// A completion that was called with neither a value nor an error.
    struct Empty: Error {}

    private struct State {
        var results: [Result<Value, any Error>] = []
        var whenGiven: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let isAnswered = Latch()

    /// How often the completion was called.
    var count: Int { state.withLock(\.results.count) }

    var isGiven: Bool { count > 0 }

    /// The result, if the completion was called.
    var result: Result<Value, any Error>? { state.withLock(\.results.first) }

    /// The completion closure for the call.
    func give(_ value: Value?, _ error: (any Error)?) {
        let result: Result<Value, any Error> =
            if let error { .failure(error) } else if let value { .success(value) } else { .failure(Empty()) }
        let (count, actions) = state.withLock { state in
            state.results.append(result)
            defer { state.whenGiven = [] }
            return (state.results.count, state.whenGiven)
        }
        if count > 1 { Issue.record("A completion was called \(count) times: \(result)") }
        if error != nil, value != nil { Issue.record("A completion received a value and an error: \(result)") }
        for action in actions { action() }
        isAnswered.open()
    }

    /// Runs an action when the answer is given, on the completion's thread.
    func whenGiven(_ action: @escaping @Sendable () -> Void) {
        let isGiven = state.withLock { state in
            if state.results.isEmpty { state.whenGiven.append(action) }
            return !state.results.isEmpty
        }
        if isGiven { action() }
    }

    /// Waits for the answer.
    ///
    /// - Throws: the error that the app received; `CancellationError` if the test was cancelled before.
    func value() async throws -> Value {
        await isAnswered.wait()
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// Waits for the answer, and returns its error; nil after a success.
    func error() async -> (any Error)? {
        do {
            _ = try await value()
            return nil
        } catch {
            return error
        }
    }
}

extension Answer where Value == Void {
    /// The completion closure for a call without a value.
    func end(_ error: (any Error)?) { give(error == nil ? () : nil, error) }
}
