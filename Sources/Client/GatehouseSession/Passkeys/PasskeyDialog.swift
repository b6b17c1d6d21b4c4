// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

/// A user's dialogue with an authenticator: the authenticator, the time limit or the engine ends it.
///
/// The dialogue ends at its cancellation even if the authenticator ignores that.
final class PasskeyDialog: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Result<Data, SessionError>, Never>)
        case ended(Result<Data, SessionError>)
    }

    private let state = Mutex(State.idle)

    /// The time limit for the user: that of the service's options, in milliseconds, but neither less than a user
    /// needs nor more than WebAuthn recommends (Level 3, section 15.1).
    static func limit(of options: Data) -> Duration {
        let wish = (try? WireValue(json: options))?["timeout"]?.integerValue ?? 180_000
        return .milliseconds(min(max(wish, 30_000), 600_000))
    }

    /// Lets the authenticator work.
    ///
    /// - Parameters:
    ///   - limit: the time limit for the user.
    ///   - clock: the clock for the limit.
    ///   - work: the call of the authenticator; cancelled when the dialog ends.
    /// - Returns: the authenticator's answer.
    /// - Throws: `.passkey`, `.cancelled` when the calling task is cancelled, or the error that ended the dialog.
    func run(
        for limit: Duration,
        _ clock: ClientClock,
        _ work: @escaping @Sendable () async throws(PasskeyError) -> Data
    ) async throws(SessionError) -> Data {
        if case .ended(let result) = state.withLock({ $0 }) { return try result.get() }
        // Unstructured on purpose: a child task that ignores its cancellation would delay the end.
        let work = Task { [self] in
            do throws(PasskeyError) {
                end(.success(try await work()))
            } catch {
                end(.failure(.passkey(error)))
            }
        }
        let timer = Task { [self] in
            do { try await clock.sleep(limit) } catch { return }
            end(.failure(.passkey(.timedOut)))
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

    /// Ends the dialog, unless it has ended.
    func end(_ result: Result<Data, SessionError>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Data, SessionError>, Never>? in
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

    private func wait(_ continuation: CheckedContinuation<Result<Data, SessionError>, Never>) {
        let ended = state.withLock { state -> Result<Data, SessionError>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let ended { continuation.resume(returning: ended) }
    }
}
