// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A wait of calls for a sign-in, or for the network.
///
/// It ends once, for all who wait, also for those who ask after its end.
final class SignInWait: Sendable {
    /// The reason of the wait.
    enum Reason: Sendable, Equatable {
        /// The user must sign in again.
        case signIn
        /// The network is down.
        case network
    }

    /// The need of waiting calls; a call with credentials has tokens as well.
    enum Need: Sendable, Comparable {
        case tokens, credentials
    }

    enum End: Sendable, Equatable {
        /// There is a session with usable tokens; the calls try again.
        case signedIn
        /// The app released the calls, or signed out.
        case abandoned
    }

    private struct State {
        var reason: Reason
        var need: Need
        var end: End?
        var waiting: [CheckedContinuation<End, Never>] = []
    }

    private let state: Mutex<State>

    /// Why the user must sign in again, in the words of the service; nil if it gave none.
    let refusal: String?

    init(for reason: Reason, need: Need, refusal: String? = nil) {
        self.refusal = refusal
        state = Mutex(State(reason: reason, need: need))
    }

    var reason: Reason { state.withLock(\.reason) }

    /// The most that one of the calls needs.
    var need: Need { state.withLock(\.need) }

    var isOver: Bool { state.withLock { $0.end != nil } }

    /// Notes what another call needs.
    func add(_ need: Need) {
        state.withLock { $0.need = max($0.need, need) }
    }

    /// The network is back, and the user must sign in again nevertheless.
    func becomeWaitForSignIn() {
        state.withLock { $0.reason = .signIn }
    }

    /// Waits for the end; a wait has no time limit.
    func value() async -> End {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> End? in
                if state.end == nil { state.waiting.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Ends the wait, unless it is over.
    func end(_ end: End) {
        let waiting = state.withLock { state -> [CheckedContinuation<End, Never>] in
            guard state.end == nil else { return [] }
            state.end = end
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: end) }
    }
}
