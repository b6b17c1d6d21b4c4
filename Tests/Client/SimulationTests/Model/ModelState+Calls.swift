// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension ModelState {
    /// The possible results of a call, each with the state after it.
    typealias Ends = [ModelOutcome: ModelState]

    /// The possible results of a call in this state.
    func ends(of call: ModelCall) -> Ends {
        // The configurations of the landscape have no hosted pages.
        if call == .signInWithWebUI { return fail(.configuration) }
        switch call {
        case .fetchSession: return Self.look(look(force: false))
        case .fetchSessionForced: return Self.look(look(force: true))
        case .signOut: return signOut(global: false)
        case .signOutEverywhere: return signOut(global: true)
        default: break
        }
        if setup == .unconfigured { return fail(.configuration) }
        if let ends = federationEnds(of: call) { return ends }
        if let field = invalidBeforePool(call) { return field }
        if setup == .identityPoolOnly { return fail(.configuration) }
        return signInEnds(of: call) ?? signUpEnds(of: call) ?? accountEnds(of: call) ?? [:]
    }

    func fail(_ trouble: Trouble) -> Ends { [.failed(trouble): self] }

    private static func look(_ look: Look) -> Ends { [look.outcome: look.state] }

    /// Empty arguments that are refused even without a user pool.
    private func invalidBeforePool(_ call: ModelCall) -> Ends? {
        switch call {
        case .signUpNobody, .confirmSignUpNobody, .confirmSignUpNoCode, .resendSignUpCodeNobody, .resetPasswordNobody,
            .confirmResetPasswordNobody:
            fail(.validation)
        default: nil
        }
    }
}

// MARK: - Signing in and out

extension ModelState {
    private func signInEnds(of call: ModelCall) -> Ends? {
        switch call {
        case .getCurrentUser: currentUser()
        case .signInNobody, .signInNoPassword, .confirmSignInEmpty: fail(.validation)
        case .signIn: attempt([.step(.done): signedIn])
        case .signInWrongPassword: attempt([.failed(.notAuthorized): abandoned])
        case .signInTemporaryPassword: attempt([.step(.newPassword): abandoned.with { $0.asked = .newPassword }])
        // Wrong codes lock the user out for a while.
        case .signInSecondFactor:
            attempt([.step(.code): abandoned.with { $0.asked = .code }, .failed(.notAuthorized): abandoned])
        case .confirmSignIn: confirm(asked == .code ? wrongCode : [.step(.done): signedIn])
        case .confirmSignInBadPassword: confirm(asked == .code ? wrongCode : fail(.service))
        case .confirmSignInCode:
            confirm(asked == .code ? [.step(.done): signedIn, .failed(.notAuthorized): self] : fail(.service))
        case .autoSignIn: autoSignIn()
        default: nil
        }
    }

    private func currentUser() -> Ends {
        if session == .user { return [.returned: self] }
        return fail(asked != nil ? .invalidState : .signedOut)
    }

    /// Without the sign-in that waited for an answer.
    private var abandoned: ModelState {
        with { state in
            state.asked = nil
            state.isChallengeOld = false
        }
    }

    private func attempt(_ ends: Ends) -> Ends {
        if session == .user || hasFederationFailed { return fail(.invalidState) }
        return isOnline ? ends : abandoned.fail(.service)
    }

    private func confirm(_ ends: Ends) -> Ends {
        if session == .user { return [.step(.done): self] }
        if asked == nil { return fail(.invalidState) }
        if !isOnline { return fail(.service) }
        return isChallengeOld ? fail(.notAuthorized) : ends
    }

    private var wrongCode: Ends { [.failed(.service): self, .failed(.notAuthorized): self] }

    private func autoSignIn() -> Ends {
        if session == .user || hasFederationFailed { return fail(.invalidState) }
        guard case .confirmed(let isFresh) = signUp else { return fail(.invalidState) }
        if !isOnline { return abandoned.fail(.service) }
        // The session of a sign-up counts once.
        let spent = signedIn.with { $0.signUp = .confirmed(isFresh: false) }
        return isFresh ? [.step(.done): spent] : abandoned.fail(.notAuthorized)
    }

    private func signOut(global: Bool) -> Ends {
        if setup != .both { return [.signOut(.failed): self] }
        guard session == .user else { return [.signOut(.complete): signedOut] }
        let isEverywhereRefused = global && (isRevoked || isExpired)
        return [.signOut(isOnline && !isEverywhereRefused ? .complete : .partial): signedOut]
    }
}

// MARK: - Federating

extension ModelState {
    /// The ends of the calls about federation, which need an identity pool only.
    private func federationEnds(of call: ModelCall) -> Ends? {
        switch call {
        case .federateToIdentityPool: federate()
        case .clearFederationToIdentityPool: clearFederation()
        default: nil
        }
    }

    /// The identity pool refuses the token; the session stays, but no sign-in can begin.
    private func federate() -> Ends {
        if session == .user || asked != nil { return fail(.invalidState) }
        return with { $0.hasFederationFailed = true }.fail(isOnline ? .notAuthorized : .service)
    }

    /// Ends the state after a failure, and says that no federation is stored.
    private func clearFederation() -> Ends {
        hasFederationFailed ? with { $0.hasFederationFailed = false }.fail(.service) : fail(.invalidState)
    }
}

// MARK: - Signing up

extension ModelState {
    private func signUpEnds(of call: ModelCall) -> Ends? {
        switch call {
        case .signUp: online([.step(.confirmUser): with { $0.signUp = .unconfirmed(isRemembered: true) }])
        case .signUpKnownName, .confirmSignUpWrongCode: online(fail(.service))
        case .confirmSignUp: online(confirmSignUp())
        // The pool limits how often codes are sent.
        case .resendSignUpCode, .resetPassword: online([.returned: self, .failed(.service): self])
        case .confirmResetPassword: online(fail(.service))
        default: nil
        }
    }

    private func online(_ ends: Ends) -> Ends { isOnline ? ends : fail(.service) }

    private func confirmSignUp() -> Ends {
        switch signUp {
        case .unconfirmed(isRemembered: true):
            [.step(.completeAutoSignIn): with { $0.signUp = .confirmed(isFresh: true) }]
        case .unconfirmed(isRemembered: false): [.step(.done): with { $0.signUp = .none }]
        case .none, .confirmed: fail(.service)
        }
    }
}

// MARK: - In the name of the user

extension ModelState {
    private func accountEnds(of call: ModelCall) -> Ends? {
        switch call {
        case .deleteUser: asUser { [.returned: $0.deleted] }
        case .fetchUserAttributes, .updateUserAttributes, .changePassword: asUser { [.returned: $0] }
        case .updateUserAttribute: asUser { [.step(.done): $0] }
        case .changePasswordWrongly: asUser { $0.fail(.notAuthorized) }
        case .sendVerificationCode, .resendConfirmationCode:
            asUser { [.returned: $0, .failed(.service): $0] }
        case .confirmUserAttribute: asUser { $0.fail(.service) }
        case .fetchMFAPreference: asUser { [.returned: $0] }
        case .setUpTOTP, .verifyTOTPSetup, .updateMFAPreference, .fetchDevices, .associateWebAuthnCredential,
            .listWebAuthnCredentials, .deleteWebAuthnCredential:
            asUser { [.returned: $0, .failed(.service): $0] }
        case .forgetDevice, .rememberDevice: asDevice()
        default: nil
        }
    }

    /// The app is not a device of the user, which it knows without a request.
    private func asDevice() -> Ends {
        let look = look(force: false)
        return look.state.fail(look.tokens ?? .unknown)
    }

    private func asUser(_ ends: (ModelState) -> Ends) -> Ends {
        let look = look(force: false)
        if let trouble = look.tokens { return look.state.fail(trouble) }
        if !isOnline { return look.state.fail(.service) }
        return isRevoked ? look.state.fail(.notAuthorized) : ends(look.state)
    }
}
