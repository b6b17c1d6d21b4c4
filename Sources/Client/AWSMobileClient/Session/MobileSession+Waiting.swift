// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseWire
import Synchronization

extension MobileSession {
    /// Why a call cannot have what it needs now.
    enum Hindrance: Sendable {
        /// The refresh token is refused, expired or missing; or the identity pool refuses a federated token.
        case signInNeeded
        /// The network is down.
        case offline
    }

    /// Runs a fetch, and waits with it where the user must sign in again or the network must come back.
    ///
    /// A wait has no time limit: it ends by a sign-in, a sign-out, `releaseSignInWait` or the network's return.
    ///
    /// - Parameters:
    ///   - need: the kind of value that is fetched.
    ///   - hindrance: the hindrance behind an error of the fetch; nil for an error of the call itself.
    ///   - fetch: the fetch; it is tried again after each wait that ended well.
    /// - Returns: the value of the fetch.
    /// - Throws: the error of the call itself, or `unableToSignIn` if the app ended the wait.
    func waiting<Value: Sendable>(
        for need: SignInWait.Need,
        hindrance: @Sendable (SessionError) -> Hindrance?,
        _ fetch: @Sendable () async throws -> Value
    ) async throws -> Value {
        // Sign-ins and releases concern a call from here on, and after each wait anew.
        var start = CallMoment.present
        var hasWaited = false
        while true {
            if let wait = try present(since: start) {
                start = try await join(wait)
                hasWaited = true
            }
            do {
                let value = try await fetch()
                try await recover(need)
                return value
            } catch let error as SessionError {
                // The engine ends the calls that a sign-out overtakes with an error of its own.
                try requireNoSignOut()
                guard let hindrance = hindrance(error) else { throw error }
                if hindrance == .offline, failsFastWhenOffline { throw error }
                // The token of the sign-in for which the call has waited is refused as well.
                if hasWaited, hindrance == .signInNeeded, record?.isFederatedByToken == true { throw error }
                guard let (wait, isNew) = try enter(hindrance, need, error.refusal, since: start) else {
                    start = .now()
                    continue
                }
                if isNew { await begin(wait, hindrance) }
                start = try await join(wait)
                hasWaited = true
            }
        }
    }

    /// Whether a sign-out has overtaken the present call.
    var isSignedOutMeanwhile: Bool { loaded.engine?.isOvertaken(.present) == true }

    /// Refuses a call that a sign-out has overtaken.
    ///
    /// - Throws: `unableToSignIn`.
    func requireNoSignOut() throws {
        if isSignedOutMeanwhile { throw AWSMobileClientError.signedOutMeanwhile }
    }

    /// Ends the wait of all calls, also of those that were made before and do not wait yet; the state stays.
    package func releaseSignInWait() {
        let wait = common.withLock { common in
            common.lastRelease = .now()
            defer { common.wait = nil }
            return common.wait
        }
        wait?.end(.abandoned)
    }

    /// Shows that the session can be renewed, and ends the wait of the others, unless they need more from the network.
    ///
    /// - Parameter need: the kind of value that was fetched, perhaps without a request.
    /// - Throws: `unableToSignIn` if the app has signed out: a value fetched for the former user reaches no caller.
    private func recover(_ need: SignInWait.Need) async throws {
        let (notification, wait): (Notification?, SignInWait?) = try change { common in
            if let wait = common.wait, wait.reason == .network, need < wait.need { return (nil, nil) }
            defer { common.wait = nil }
            return (common.take(.recovered), common.wait)
        }
        await notification?.deliver()
        wait?.end(.signedIn)
        logStoreTrouble()
    }
}

extension MobileSession {
    /// The wait that a call joins: calls queue behind those that wait for a sign-in, and retry at once where those wait
    /// for the network.
    private func present(since start: CallMoment) throws -> SignInWait? {
        try change { common throws(AWSMobileClientError) in
            guard let wait = common.wait, wait.reason == .signIn else { return nil }
            try common.requireNoRelease(since: start)
            return wait
        }
    }

    /// The wait for a call that has found a hindrance, and whether the call opened it.
    ///
    /// - Returns: nil if a user has signed in since the call was made, so that it tries again.
    private func enter(
        _ hindrance: Hindrance,
        _ need: SignInWait.Need,
        _ refusal: String?,
        since start: CallMoment
    ) throws -> (SignInWait, isNew: Bool)? {
        try change { common throws(AWSMobileClientError) in
            try common.requireNoRelease(since: start)
            if common.lastSignIn > start { return nil }
            if let wait = common.wait {
                wait.add(need)
                let changes = wait.reason == .network && hindrance == .signInNeeded
                if changes { wait.becomeWaitForSignIn() }
                return (wait, isNew: changes)
            }
            let reason: SignInWait.Reason = hindrance == .offline ? .network : .signIn
            let wait = SignInWait(for: reason, need: need, refusal: refusal)
            common.wait = wait
            return (wait, isNew: true)
        }
    }

    /// Notifies the listeners of the hindrance, and looks for the network if it is down.
    private func begin(_ wait: SignInWait, _ hindrance: Hindrance) async {
        let record = record
        if hindrance == .signInNeeded { loaded.engine?.dropCredentials() }
        let event: SessionState.Event =
            record?.isFederatedByToken == true
            ? .federationInvalid(record?.listenerInformation ?? [:])
            : .tokensInvalid(record?.listenerInformation ?? [:])
        // A sign-in or a sign-out in between ends the wait, and tells the listeners.
        let opening: (isOpen: Bool, notification: Notification?)? = try? change { common in
            common.wait === wait ? (true, common.take(event)) : (false, nil)
        }
        guard let opening, opening.isOpen else { return }
        await opening.notification?.deliver()
        // Unstructured on purpose: it belongs to all calls that wait, and ends with the wait.
        if hindrance == .offline { Task { await lookForNetwork(wait) } }
    }

    /// Waits, and returns the moment from which the call counts when it tries again.
    private func join(_ wait: SignInWait) async throws -> CallMoment {
        guard await wait.value() == .signedIn else { throw AWSMobileClientError.waitEnded(wait.refusal) }
        try requireNoSignOut()
        return .now()
    }

    /// Tries to renew the session with growing pauses until the wait is over.
    private func lookForNetwork(_ wait: SignInWait) async {
        var pause = Self.shortestPause
        while true {
            // Its task is never cancelled, so the pause does not end early.
            guard (try? await environment.clock.sleep(pause)) != nil else { return }
            if wait.isOver || wait.reason != .network { return }
            pause = min(pause * 2, Self.longestPause)
            guard let engine = loaded.engine else { return }
            do throws(SessionError) {
                try await renew(engine, wait.need)
            } catch {
                switch hindranceOfCredentials(error) {
                case .offline: continue
                case .signInNeeded:
                    wait.becomeWaitForSignIn()
                    return await begin(wait, .signInNeeded)
                case nil: return leave(wait)
                }
            }
            // After a sign-out the wait has ended already.
            try? await recover(wait.need)
            return leave(wait)
        }
    }

    /// Lets the calls that wait try themselves, because a service has answered.
    private func leave(_ wait: SignInWait) {
        common.withLock { common in
            if common.wait === wait { common.wait = nil }
        }
        wait.end(.signedIn)
    }

    private func renew(_ engine: SessionEngine, _ need: SignInWait.Need) async throws(SessionError) {
        guard let record = try engine.record() else { return }
        switch record {
        case _ where need == .credentials: _ = try await engine.freshCredentials(validFor: Self.credentialMargin)
        case .userPool, .userAndIdentityPool: _ = try await engine.freshTokens()
        case .federated(let login, _) where login.pages != nil: _ = try await engine.freshProviderTokens()
        case .guest, .federated: _ = try await engine.freshCredentials(validFor: Self.credentialMargin)
        }
    }

    /// The shortest and the longest pause between two tries to reach the network.
    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(30)
}

extension SessionError {
    /// The words with which a service has refused the session; nil for other errors.
    fileprivate var refusal: String? {
        switch self {
        case .service(let fault), .renewal(let fault): fault.message.isEmpty ? nil : fault.message
        default: nil
        }
    }
}

extension MobileSession.Common {
    /// Refuses a call that the app has released since.
    fileprivate func requireNoRelease(since start: CallMoment) throws(AWSMobileClientError) {
        if lastRelease > start { throw .waitEnded(nil) }
    }
}

extension SessionRecord {
    /// Whether it is federated with a token that the app handed over.
    var isFederatedByToken: Bool {
        if case .federated(let login, _) = self { login.pages == nil } else { false }
    }

    /// The information for listeners when the session cannot be renewed.
    fileprivate var listenerInformation: [String: String] {
        switch self {
        case .guest: [:]
        case .userPool(let user), .userAndIdentityPool(let user, _):
            user.method.isOnPages ? ["provider": "OAuth"] : ["username": user.tokens.user?.username ?? ""]
        case .federated(let login, _): ["provider": login.pages == nil ? login.provider : "OAuth"]
        }
    }
}

extension SignInMethod {
    /// Whether the user signed in on hosted pages.
    var isOnPages: Bool {
        if case .hostedUI = self { true } else { false }
    }
}
