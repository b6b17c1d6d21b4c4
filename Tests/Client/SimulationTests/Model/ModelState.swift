// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The state that determines how a call ends: all that an app may know about itself, and a little of the world.
struct ModelState: Hashable, Sendable {
    enum Setup: Hashable, Sendable, CaseIterable {
        case unconfigured, identityPoolOnly, both
    }

    enum Session: Hashable, Sendable {
        case nobody, guest, user
    }

    enum SignUp: Hashable, Sendable {
        case none
        /// A user waits for the code; the process may have forgotten its own sign-up.
        case unconfirmed(isRemembered: Bool)
        /// The user may be signed in without a further proof, for a few minutes.
        case confirmed(isFresh: Bool)
    }

    enum Asked: Hashable, Sendable {
        case newPassword, code
    }

    /// The states that the app's author distinguishes.
    enum Situation: String, Hashable, Sendable, CaseIterable {
        case unconfigured, noUserPool, nobody, guest, asking, askingForCode, signedIn, revoked, expired
        case federationFailed
    }

    let setup: Setup
    var session = Session.nobody
    var signUp = SignUp.none
    /// The step at which a sign-in waits.
    var asked: Asked?
    /// Whether the service has forgotten the sign-in that waits.
    var isChallengeOld = false
    /// Whether tokens and credentials have expired.
    var isStale = false
    /// Whether the user pool has ended the session and the client does not know it yet.
    var isRevoked = false
    /// Whether the app has learned that the session has ended.
    var isExpired = false
    /// Whether the last federation failed in this process, and has neither been cleared nor ended by a sign-out.
    var hasFederationFailed = false
    var isOnline = true

    init(_ setup: Setup) {
        self.setup = setup
    }

    var situation: Situation {
        switch setup {
        case .unconfigured: return .unconfigured
        case .identityPoolOnly: return .noUserPool
        case .both: break
        }
        if hasFederationFailed { return .federationFailed }
        if let asked { return asked == .code ? .askingForCode : .asking }
        switch session {
        case .nobody: return .nobody
        case .guest: return .guest
        case .user: return isExpired ? .expired : isRevoked ? .revoked : .signedIn
        }
    }

    /// The same with changes.
    func with(_ change: (inout ModelState) -> Void) -> ModelState {
        var state = self
        change(&state)
        return state
    }

    /// The state after a user has signed in.
    var signedIn: ModelState {
        with { state in
            state = ModelState(setup)
            state.session = .user
            state.isOnline = isOnline
            state.signUp = signUp
        }
    }

    /// The state after a sign-out by the app.
    var signedOut: ModelState {
        with { state in
            state = ModelState(setup)
            state.isOnline = isOnline
            state.signUp = signUp
        }
    }

    /// The state after the signed-in user has deleted the account.
    var deleted: ModelState {
        signedOut.with { $0.signUp = openSignUp }
    }

    /// The sign-up after a restart, or after the end of the account: one that waits for its code continues.
    private var openSignUp: SignUp {
        if case .unconfirmed = signUp { signUp } else { .none }
    }
}

// MARK: - What happens around the app

extension ModelState {
    /// More than an hour passes.
    var later: ModelState {
        with { state in
            state.isStale = true
            state.isChallengeOld = asked != nil
            if case .confirmed = signUp { state.signUp = .confirmed(isFresh: false) }
        }
    }

    /// The process ends, and another one starts on the same store.
    var restarted: ModelState {
        with { state in
            state.asked = nil
            state.isChallengeOld = false
            state.signUp = openSignUp == .none ? .none : .unconfirmed(isRemembered: false)
            // A new process sends a request to check the session.
            state.isExpired = false
            state.isRevoked = isRevoked || isExpired
            state.hasFederationFailed = false
        }
    }

    /// An administrator ends the user's sessions.
    var revoked: ModelState {
        with { $0.isRevoked = session == .user }
    }
}
