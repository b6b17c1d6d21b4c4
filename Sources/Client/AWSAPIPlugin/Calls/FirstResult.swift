// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import Synchronization

/// Runs work of a call within a time, and ends at once when the calling task is cancelled.
///
/// The work is cancelled then. It is not waited for, because it includes the app's own code, which may not notice it.
///
/// - Parameters:
///   - limit: the time.
///   - clock: measures the time.
///   - work: the work.
/// - Returns: the value of the work.
/// - Throws: the error of the work, `.networkError` after the time, `.operationError` for a cancelled task.
func within<Value: Sendable>(
    _ limit: Duration, _ clock: ClientClock,
    _ work: @escaping @Sendable () async throws(APIError) -> Value
) async throws(APIError) -> Value {
    let first = FirstResult<Value>()
    // Unstructured on purpose: a task group would wait for work that does not notice its cancellation.
    let working = Task {
        do throws(APIError) {
            first.settle(.success(try await work()))
        } catch {
            first.settle(.failure(error))
        }
    }
    let timing = Task {
        do {
            try await clock.sleep(limit)
            first.settle(.failure(.timedOut))
        } catch {
            // The call has ended.
        }
    }
    defer {
        working.cancel()
        timing.cancel()
    }
    let result = await withTaskCancellationHandler {
        await first.value()
    } onCancel: {
        first.settle(.failure(.cancelled))
    }
    return try result.get()
}

/// The first of several results.
private final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, APIError>?
        var waiting: CheckedContinuation<Result<Value, APIError>, Never>?
    }

    private let state = Mutex(State())

    /// Sets the result; later ones change nothing.
    func settle(_ result: Result<Value, APIError>) {
        let waiting = state.withLock { state in
            guard state.result == nil else { return nil as CheckedContinuation<Result<Value, APIError>, Never>? }
            state.result = result
            return state.waiting.take()
        }
        waiting?.resume(returning: result)
    }

    /// Waits for the result; called once.
    func value() async -> Result<Value, APIError> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.result == nil { state.waiting = continuation }
                return state.result
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}

extension APIError {
    /// The error of a call whose time is over.
    static var timedOut: APIError { .transport(TransportError(.timedOut)) }

    /// The error of a call whose task was cancelled.
    static var cancelled: APIError {
        APIError(
            errorDescription: "The call was cancelled", recoverySuggestion: "Call again if the result is needed",
            error: OperationCancelledError())
    }

    /// The error of a call that got no answer.
    static func transport(_ error: TransportError) -> APIError {
        if error.kind == .cancelled { return .cancelled }
        let cause = error.urlError
        return .networkError("\(error)", cause.userInfo, cause)
    }
}
