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
    /// The time that a session has for an answer, of which the app's provider of tokens is a part.
    ///
    /// After it, the last user counts: a provider without an answer may have lost the network only. The change of a user
    /// is sent as that user alone.
    static let timeLimit = Duration.seconds(10)
    /// The number of overdue answers beyond which the session is not asked again.
    static let mostOverdue = 8

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
        /// The last user.
        var last = Caller.nobody
        /// The number of answers that have not come in time, and not since either.
        var overdue = 0
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
        guard let caller = await answer() else { return state.withLock(\.last) }
        let now = clock.uptime()
        let observers = state.withLock { state in
            // A cancelled question has the answer of a session that could not be read.
            if !Task.isCancelled { state.last = caller }
            return state.answers.note(caller.openID, at: now) ? Array(state.observers.values) : []
        }
        for observer in observers { observer.yield() }
        return caller
    }

    /// The user of the session; nil if it has no answer in time.
    private func answer() async -> Caller? {
        // Without a provider, the answer comes from the store of the session.
        guard session.asksProvider() else { return await session.caller() }
        guard state.withLock(\.overdue) < Self.mostOverdue else { return nil }
        let first = FirstValue<Caller?>()
        // Unstructured on purpose: a task group would wait for a provider that does not notice its cancellation.
        let asking = Task { [session] in first.take(await session.caller()) }
        let timing = Task { [clock] in
            // Ends early if the answer has come.
            do { try await clock.sleep(Self.timeLimit) } catch { return }
            first.take(nil)
        }
        let caller = await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            asking.cancel()
        }
        timing.cancel()
        guard caller == nil else { return caller }
        asking.cancel()
        state.withLock { $0.overdue += 1 }
        Task { [weak self] in
            await asking.value
            self?.state.withLock { $0.overdue -= 1 }
        }
        return nil
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
