// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Synchronization

/// A dialogue that an engine can end.
protocol OpenDialog: AnyObject, Sendable {
    /// Ends the dialogue with an error, unless it has ended.
    func end(_ error: SessionError)
}

/// A user's dialogue outside the app, at an authenticator or in a browser: its own end, the time limit or the engine
/// ends it.
///
/// The dialogue ends at its cancellation even if the other side ignores that.
final class UserDialog<Value: Sendable>: OpenDialog {
    private typealias Waiting = CheckedContinuation<Result<Value, SessionError>, Never>

    private enum State {
        case idle
        case waiting(Waiting)
        case ended(Result<Value, SessionError>)
    }

    private let state = Mutex(State.idle)

    /// Lets the other side work.
    ///
    /// - Parameters:
    ///   - limit: the time limit for the user.
    ///   - lateness: the error of a user who exceeds it.
    ///   - clock: the clock for the limit.
    ///   - work: the other side's work; cancelled when the dialogue ends.
    /// - Returns: the value of the work.
    /// - Throws: the error of the work, `.cancelled` when the calling task is cancelled, or the error that ended the
    ///   dialogue.
    func run(
        for limit: Duration,
        orElse lateness: SessionError,
        _ clock: ClientClock,
        _ work: @escaping @Sendable () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        if case .ended(let result) = state.withLock({ $0 }) { return try result.get() }
        // Unstructured on purpose: a child task that ignores its cancellation would delay the end.
        let work = Task { [self] in
            do throws(SessionError) {
                end(.success(try await work()))
            } catch {
                end(.failure(error))
            }
        }
        let timer = Task { [self] in
            do { try await clock.sleep(limit) } catch { return }
            end(.failure(lateness))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            end(.failure(.cancelled))
        }
        return try result.get()
    }

    func end(_ error: SessionError) {
        end(.failure(error))
    }

    private func end(_ result: Result<Value, SessionError>) {
        let waiting = state.withLock { state -> Waiting? in
            switch state {
            case .ended: return nil
            case .idle:
                state = .ended(result)
                return nil
            case .waiting(let continuation):
                state = .ended(result)
                return continuation
            }
        }
        waiting?.resume(returning: result)
    }

    private func wait(_ continuation: Waiting) {
        let ended = state.withLock { state -> Result<Value, SessionError>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let ended { continuation.resume(returning: ended) }
    }
}
