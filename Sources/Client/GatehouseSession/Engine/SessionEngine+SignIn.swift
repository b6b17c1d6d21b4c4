// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Signs a user in.
    ///
    /// A sign-in that waits for an answer is abandoned. If anything fails before the session is stored, or the task is
    /// cancelled by then, no user is signed in, and tokens that were already issued are revoked.
    ///
    /// - Parameters:
    ///   - username: the name or an alias, as typed.
    ///   - password: nil counts as empty where the flow sends a proof of it.
    ///   - options: flow and metadata.
    /// - Returns: `.done` when the session is obtained and stored, else the step that is next. An unconfirmed account
    ///   and a password that must be reset are steps, not errors.
    /// - Throws: `SessionError`; `.invalidState` when a user is signed in.
    package func signIn(
        username: String?,
        password: String?,
        options: SignInOptions = SignInOptions()
    ) async throws(SessionError) -> SignInOutcome {
        let tools = try signInTools()
        let flow = options.flow ?? tools.pool.defaultFlow
        let username = username ?? ""
        try require(username, field: "username")
        try require(password, for: flow)
        if flow == .userAuth(preferred: .webAuthn), tools.authenticator == nil { throw .passkey(.noAuthenticator) }
        let machine = SignInMachine(flow: flow, username: username, metadata: options.clientMetadata)
        if rules.signInReplacesSession { abandonSignIn() }
        let start = CallMoment.present
        return try await takeTurns { [self] () async throws(SessionError) -> SignInProgress in
            try requireSignedOut()
            try makeWay(for: start)
            let conversation = SignInConversation(
                machine,
                password: password ?? "",
                resumesAfterRestart: options.resumesAfterRestart,
                since: start,
                tools
            )
            return try await advance(conversation, .begin)
        }
    }

    /// Refuses a missing password where the flow shows it, or the app prefers it as the first factor.
    private func require(_ password: String?, for flow: SignInFlow) throws(SessionError) {
        switch flow {
        case .userPassword: try require(password ?? "", field: "password")
        case .userAuth(preferred: .password), .userAuth(preferred: .passwordSRP):
            if password == nil { try require("", field: "password") }
        case .userSRP, .customWithSRP, .customWithoutSRP, .userAuth: break
        }
    }

    /// Answers the challenge that the sign-in waits with.
    ///
    /// - Parameters:
    ///   - response: the answer; for a new password, the password.
    ///   - options: attributes and metadata that go with it.
    /// - Returns: as `signIn`; `.done` at once if a user is signed in already.
    /// - Throws: `SessionError`; after a wrong answer the challenge stays open and may be answered again.
    package func confirmSignIn(
        response: String,
        options: ConfirmSignInOptions = ConfirmSignInOptions()
    ) async throws(SessionError) -> SignInOutcome {
        let tools = try signInTools()
        try require(response, field: "challengeResponse")
        let start = CallMoment.present
        return try await takeTurns { [self] () async throws(SessionError) -> SignInProgress in
            if try presentRecord()?.user != nil, !rules.signInReplacesSession {
                return .paused(SignInOutcome(nextStep: .done))
            }
            guard var conversation = ongoingSignIn.withLock({ $0.conversation }) ?? resumed(tools, start) else {
                throw .nothingToConfirm
            }
            conversation.start = start
            return try await advance(conversation, .answered(response, options))
        }
    }

    /// Whether a sign-in of this process waits for a code of an authenticator app.
    package var asksForAppCode: Bool {
        guard case .asking(.softwareTokenMFA) = ongoingSignIn.withLock({ $0.conversation })?.machine.state else {
            return false
        }
        return true
    }

    /// The sign-in of an earlier process that waits for the user's answer.
    private func resumed(_ tools: SignInTools, _ start: CallMoment) -> SignInConversation? {
        suspension.present.map {
            SignInConversation(SignInMachine(resuming: $0), resumesAfterRestart: true, since: start, tools)
        }
    }

    /// Makes way for a sign-in.
    ///
    /// - Throws: `.invalidState` if that is overtaken itself; then a later one stays.
    func makeWay(for start: CallMoment) throws(SessionError) {
        if isOvertaken(signIn: start) { throw .endedFromOutside }
        abandonOthers()
    }

    /// Ends the sign-in that waits for an answer or for a dialogue.
    func abandonOthers() {
        suspension.end()
        ongoingSignIn.withLock { $0 = .none }
        endDialogs()
    }

    /// Refuses a sign-in while a user is signed in, or the app is federated or has failed to be, unless a sign-in
    /// replaces any session.
    func requireSignedOut() throws(SessionError) {
        let record = try presentRecord()
        if rules.signInReplacesSession { return }
        switch record {
        case nil, .guest: if hasFederationFailed.withLock({ $0 }) { throw .afterFailedFederation }
        case .federated: throw .federated
        case .userPool, .userAndIdentityPool: throw .signedInAlready
        }
    }

    /// The session; one that is damaged counts as absent, because only a sign-in or a sign-out can replace it.
    package func presentRecord() throws(SessionError) -> SessionRecord? {
        do throws(SessionError) {
            return try holder.loaded().record
        } catch {
            if error.isDamage { return nil }
            throw error
        }
    }

    /// Moves a sign-in on to its next pause, and to the end if the service has issued tokens.
    func advance(
        _ conversation: SignInConversation,
        _ event: SignInMachine.Event
    ) async throws(SessionError) -> SignInProgress {
        var conversation = conversation
        var dialog: PasskeyDialog?
        let isUnderWay = ongoingSignIn.withLock { ongoing in
            if isOvertaken(signIn: conversation.start) { return false }
            ongoing = .underWay
            return true
        }
        guard isUnderWay else { throw .endedFromOutside }
        defer { keepOpen(conversation, dialog) }
        switch try await conversation.advance(event) {
        case .ask(let step): return .paused(SignInOutcome(nextStep: step))
        case .show(let challenge):
            let opened: PasskeyDialog = openDialog()
            dialog = opened
            return .showing(conversation, challenge, opened)
        case .complete(let result):
            try await finish(result, conversation)
            return .paused(SignInOutcome(nextStep: .done))
        }
    }

    private func keepOpen(_ conversation: SignInConversation, _ dialog: PasskeyDialog?) {
        let isCurrent = ongoingSignIn.withLock { ongoing in
            // A sign-out that ended the sign-in has left nothing open, and a later sign-in may have begun.
            if isOvertaken(signIn: conversation.start) { return false }
            ongoing = dialog.map { .showing($0) } ?? (conversation.isOpen ? .open(conversation) : .none)
            return true
        }
        guard isCurrent, conversation.resumesAfterRestart else { return }
        if let suspended = conversation.machine.suspended { suspension.begin(suspended) } else { suspension.end() }
        if isOvertaken(signIn: conversation.start) { suspension.end() }
    }

    /// Registers the device if the service asks for it, and stores the session.
    private func finish(
        _ result: AuthenticationResultType,
        _ conversation: SignInConversation
    ) async throws(SessionError) {
        let machine = conversation.machine
        let method = SignInMethod.api(flow: machine.flow)
        try await establish(result, method, since: conversation.start) { (tokens) async throws(SessionError) in
            await becomeDevice(
                result.newDeviceMetadata,
                accessToken: tokens.accessToken,
                typedUsername: machine.typedUsername
            )
            return SignedInUser(
                tokens: tokens,
                typedUsername: machine.typedUsername,
                method: method,
                signedInAt: clock.now(),
                deviceKey: result.newDeviceMetadata?.deviceKey ?? conversation.device?.deviceKey
            )
        }
    }

    /// Obtains what else belongs to the session, and stores it whole; if that fails, revokes the tokens.
    ///
    /// - Parameters:
    ///   - result: the tokens that the service issued.
    ///   - method: the way in which the user signed in.
    ///   - start: the moment of the sign-in, which may have been overtaken.
    ///   - makeUser: makes the user's record; its error ends the sign-in.
    /// - Throws: `SessionError`; then no user is signed in.
    func establish(
        _ result: AuthenticationResultType,
        _ method: SignInMethod,
        since start: CallMoment,
        _ makeUser: (UserPoolTokens) async throws(SessionError) -> SignedInUser
    ) async throws(SessionError) {
        do throws(SessionError) {
            let tokens = try Self.completeTokens(result)
            let user = try await makeUser(tokens)
            var identity: GrantedIdentity?
            if identityPoolClient != nil, rules.signInAwaitsCredentials {
                identity = try await grant(logins: logins(user), knownID: nil)
            }
            if Task.isCancelled { throw .cancelled }
            if rules.signInReplacesSession {
                try replaceSession(user, identity, since: start)
            } else {
                try store(.signedIn(user, identity), since: start)
            }
        } catch {
            if let issued = result.refreshToken { await abandon(issued, of: method) }
            throw error
        }
    }

    private func store(_ record: SessionRecord, since start: CallMoment) throws(SessionError) {
        let isStored: Bool
        do throws(StoreError) {
            isStored = try holder.commit(record, since: start) { $0?.leavesRoomForSignIn ?? true }
        } catch {
            throw .storeFailed(error)
        }
        // A sign-out has ended this sign-in, or another program that shares the store has been faster.
        if !isStored { throw isOvertaken(signIn: start) ? .endedFromOutside : .signedInAlready }
    }

    /// Stores the session in place of any other, and keeps the identity id that belongs to the user, or will.
    private func replaceSession(
        _ user: SignedInUser,
        _ identity: GrantedIdentity?,
        since start: CallMoment
    ) throws(SessionError) {
        let keepsGuest = rules.keepsGuestIdentity
        let stored = try holder.rewrite(isBinding: true, since: start) { former in
            .replace(.signedIn(user, identity ?? former?.identity(for: user, keepsGuest: keepsGuest)))
        }
        if stored == nil { throw .endedFromOutside }
    }

    /// A sign-in's result counts only with all three tokens, and with claims for the user and the expiry.
    private static func completeTokens(_ result: AuthenticationResultType) throws(SessionError) -> UserPoolTokens {
        guard let id = result.idToken, let access = result.accessToken, let refresh = result.refreshToken else {
            throw .garbled(.garbled("The answer lacks one of the three tokens."))
        }
        let tokens = UserPoolTokens(idToken: id, accessToken: access, refreshToken: refresh)
        let claims = UserClaims(tokens)
        guard claims.user != nil, claims.expiration > .distantPast else {
            throw .garbled(.garbled("The tokens do not say whose they are, or until when."))
        }
        return tokens
    }
}

extension SessionRecord {
    /// Whether a sign-in may take the place of the session.
    fileprivate var leavesRoomForSignIn: Bool {
        switch self {
        case .guest: true
        case .federated, .userPool, .userAndIdentityPool: false
        }
    }
}

extension SessionRecord {
    /// The identity of a user after the sign-in: the guest's, or the same user's former one.
    fileprivate func identity(for user: SignedInUser, keepsGuest: Bool) -> GrantedIdentity? {
        switch self {
        case .guest(let identity): keepsGuest ? identity.withoutCredentials : nil
        case .userAndIdentityPool(let former, let identity):
            UserClaims(former.tokens).user?.userID == UserClaims(user.tokens).user?.userID
                ? identity.withoutCredentials : nil
        case .userPool, .federated: nil
        }
    }
}

extension SessionError {
    fileprivate static var signedInAlready: SessionError {
        .invalidState("A user is signed in already.", cure: "Call signOut first.")
    }
}

extension SessionEngine {
    /// Signs in the user whose sign-up this process has just completed, without a further proof.
    ///
    /// `InitiateAuth` with `USER_AUTH` and the session string of the sign-up, which the service accepts once and for a
    /// few minutes.
    ///
    /// The session string stays until another sign-up replaces it: what became of it is the service's to say.
    ///
    /// - Returns: as `signIn`.
    /// - Throws: `SessionError`; `.invalidState` while a user is signed in, or if this process completed no sign-up.
    package func autoSignIn() async throws(SessionError) -> SignInOutcome {
        let tools = try signInTools()
        let start = CallMoment.present
        return try await takeTurns { [self] () async throws(SessionError) -> SignInProgress in
            try requireSignedOut()
            guard let signUp = openSignUp.withLock({ $0 }), signUp.isComplete else { throw .noCompleteSignUp }
            try makeWay(for: start)
            return try await advance(SignInConversation(SignInMachine(continuing: signUp), since: start, tools), .begin)
        }
    }
}

extension SessionError {
    fileprivate static var noCompleteSignUp: SessionError {
        .invalidState(
            "No sign-up was completed that can be followed by a sign-in.",
            cure: "Call autoSignIn right after the step completeAutoSignIn, else signIn."
        )
    }
}
