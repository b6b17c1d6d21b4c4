// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Synchronization

/// Notices another user of the OpenID Connect provider, whose sign-in sends no event.
///
/// Each question for the user passes through here: before a request, before a change of the outbox, and for a call of the
/// app. A provider without a token may have lost the network or its user, so that only a token is a sign of a change:
/// one of another user, the first one, or one after a time without any. Requests have failed in that time and events were
/// not written.
final class CallerWatch: Sendable {
    /// The shortest time between two changes that are nothing but the end of a time without tokens.
    static let shortestPause = Duration.seconds(60)

    /// What the answers say.
    struct Answers: Sendable {
        private var hasAny = false
        private var last: String?
        private var isMissing = false
        private var lastRecovery: Duration?

        /// Notes an answer.
        ///
        /// - Parameters:
        ///   - openID: the provider's user; nil without a token.
        ///   - now: the clock's uptime.
        /// - Returns: whether all decisions about the user have to be made again.
        mutating func note(_ openID: String?, at now: Duration) -> Bool {
            let isFirst = !hasAny
            hasAny = true
            guard let openID else {
                isMissing = true
                return false
            }
            guard openID == last else {
                last = openID
                isMissing = false
                return !isFirst
            }
            // A provider that fails now and then must not start the exchange again each time.
            guard isMissing, lastRecovery.map({ now - $0 >= CallerWatch.shortestPause }) ?? true else { return false }
            isMissing = false
            lastRecovery = now
            return true
        }
    }

    private struct State {
        var answers = Answers()
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
    }

    private let session: SignInState
    private let clock: ClientClock
    private let state = Mutex(State())

    init(_ session: SignInState, clock: ClientClock) {
        self.session = session
        self.clock = clock
    }

    /// The session, with the changes of both kinds.
    var watched: SignInState {
        SignInState(
            caller: { await self.caller() }, token: session.token, renewedToken: session.renewedToken,
            changes: { self.changes() })
    }

    private func caller() async -> Caller {
        let caller = await session.caller()
        let now = clock.uptime()
        let observers = state.withLock { state in
            state.answers.note(caller.openID, at: now) ? Array(state.observers.values) : []
        }
        for observer in observers { observer.yield() }
        return caller
    }

    private func changes() -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.observers[state.count] = continuation
            return state.count
        }
        // Taken here, because an event between this call and the task's start must not be missed.
        let events = session.changes()
        let forwarding = Task {
            for await _ in events { continuation.yield() }
        }
        continuation.onTermination = { [weak self] _ in
            forwarding.cancel()
            self?.state.withLock { $0.observers[number] = nil }
        }
        return changes
    }
}
