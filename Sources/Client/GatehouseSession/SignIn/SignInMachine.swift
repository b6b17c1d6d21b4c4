// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

/// The states of one sign-in and the transitions between them.
///
/// Its inputs are events, its outputs are actions, which the caller performs.
///
///     idle ──begin──▶ opening ──reply──▶ (the reply says what is next)
///
///     PASSWORD_VERIFIER ───────────▶ proving ──────────────reply──▶
///     DEVICE_SRP_AUTH ─────────────▶ provingDevice ────────reply──▶
///     MFA_SETUP with a TOTP app ───▶ associating ──secret──▶ asking
///     WEB_AUTHN ───────────────────▶ asserting ──signed──▶ answering
///     a challenge for a person ────▶ asking ──answered──▶ answering ──reply──▶
///                                       │  ▲                  │
///                         a TOTP code   │  └──refused, once more
///                                       ▼
///                                    verifying ──verified──▶ answering
///     tokens ──────────────────────▶ ended
///
/// If the service refuses a request that the user cannot answer again, the sign-in ends.
struct SignInMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        case idle
        /// The first request is under way.
        case opening
        /// The proof of the password is made or under way.
        case proving
        /// The proof of the device is made or under way.
        case provingDevice
        /// The user must answer.
        case asking(OpenChallenge)
        /// The user's answer was sent to the service.
        case answering(OpenChallenge)
        /// The secret of a TOTP app was requested, because the user or the service chose that.
        case associating(after: OpenChallenge?)
        /// The code of a TOTP app is verified.
        case verifying(TOTPSetupChallenge)
        /// A passkey signs.
        case asserting(WebAuthnChallenge)
        case ended
    }

    enum Event: Sendable {
        case begin
        /// The service answered.
        case replied(SignInReply)
        /// The request failed, or the passkey was not shown.
        case refused(SessionError)
        /// The user answered.
        case answered(String, ConfirmSignInOptions)
        /// The service gave the secret for a TOTP app.
        case associated(secret: String, session: String?)
        /// The service accepted the code of a TOTP app.
        case verified(session: String?)
        /// A passkey signed.
        case asserted(credential: String)
    }

    enum Action: Sendable, Equatable {
        case open(SignInOpening)
        case prove(PasswordVerifierChallenge, metadata: [String: String])
        case openDevice(DeviceSRPAuthChallenge)
        case proveDevice(DevicePasswordVerifierChallenge)
        case respond(ChallengeAnswer)
        case associate(TOTPAssociation)
        case verify(TOTPVerification)
        case assert(WebAuthnChallenge)
        /// Ask the user, or report why the sign-in cannot continue.
        case ask(SignInStep)
        case complete(AuthenticationResultType)
        case fail(SessionError)
    }

    private(set) var state = State.idle
    let flow: SignInFlow
    let typedUsername: String
    /// The name for the next answer: the typed name, until the service names the user.
    private(set) var username: String
    private let opening: SignInOpening
    /// The metadata for the pool's triggers in the present call; each call replaces it.
    private(set) var metadata: [String: String]
    /// Whether the sign-in can begin again without the user, because the user was not involved yet.
    private var mayBeginAgain = true
    /// Whether a passkey may be chosen.
    var passkeys = PasskeyOffer.offered

    init(flow: SignInFlow, username: String, metadata: [String: String] = [:]) {
        self.init(flow, username, SignInOpening(flow, username: username), metadata)
    }

    /// The sign-in that follows a sign-up without a further proof.
    init(continuing signUp: OpenSignUp) {
        let opening = SignInOpening(continuing: signUp.session, username: signUp.username)
        self.init(.userAuth(preferred: nil), signUp.username, opening, [:])
        mayBeginAgain = false
    }

    /// A sign-in of an earlier process that waits for the user's answer.
    init(resuming suspended: SuspendedSignIn) {
        let opening = SignInOpening(suspended.flow, username: suspended.typedUsername)
        self.init(suspended.flow, suspended.typedUsername, opening, [:])
        username = suspended.username
        state = .asking(suspended.challenge)
        mayBeginAgain = false
    }

    /// The state that a later process needs to continue; nil unless the user must answer.
    var suspended: SuspendedSignIn? {
        guard case .asking(let challenge) = state else { return nil }
        return SuspendedSignIn(flow: flow, typedUsername: typedUsername, username: username, challenge: challenge)
    }

    private init(_ flow: SignInFlow, _ username: String, _ opening: SignInOpening, _ metadata: [String: String]) {
        self.flow = flow
        typedUsername = username
        self.username = username
        self.opening = opening
        self.metadata = metadata
    }

    /// Takes an event and says what to do.
    ///
    /// An event that does not fit the state changes nothing.
    mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.idle, .begin): open()
        case (.opening, .replied(let reply)): follow(reply, mayProve: opening.evidence == .publicKey)
        case (.answering(let challenge), .replied(let reply)): follow(reply, mayProve: challenge.isProofOfPassword)
        case (.proving, .replied(let reply)), (.provingDevice, .replied(let reply)): follow(reply, mayProve: false)
        case (.asking(let challenge), .answered(let text, let options)): react(to: text, options, challenge)
        case (.associating, .associated(let secret, let session)): askForCode(of: secret, session)
        case (.verifying(let challenge), .verified(let session)): endSetup(challenge.verified(session))
        case (.asserting(let challenge), .asserted(let credential)): show(credential, challenge)
        case (_, .refused(let error)): refuse(error)
        case (_, .answered): .fail(.nothingToConfirm)
        case (_, .begin), (_, .replied), (_, .associated), (_, .verified), (_, .asserted): .fail(.outOfTurn)
        }
    }

    private mutating func open() -> Action {
        state = .opening
        return .open(opening)
    }
}

// MARK: - The service's replies

extension SignInMachine {
    private mutating func follow(_ reply: SignInReply, mayProve: Bool) -> Action {
        if let result = reply.result {
            state = .ended
            return .complete(result)
        }
        if let name = reply.parameters["USERNAME"], !name.isEmpty { username = name }
        do throws(SessionError) {
            let request = try reply.request(
                username: username,
                typedUsername: typedUsername,
                passkeys: passkeys
            )
            switch (request, state) {
            case (.person(let challenge), _): return ask(challenge)
            case (.totpSecret(let association), _): return associate(association, after: nil)
            case (.passkey(let challenge), _): return assert(challenge)
            case (.passwordProof(let challenge), _) where mayProve: return prove(challenge)
            case (.deviceProof(let challenge), .provingDevice): return .proveDevice(challenge)
            case (.deviceProofOpening(let challenge), _) where state != .provingDevice:
                state = .provingDevice
                return .openDevice(challenge)
            case (.passwordProof, _), (.deviceProof, _), (.deviceProofOpening, _): throw reply.unexpected
            }
        } catch {
            return end(error)
        }
    }

    private mutating func prove(_ challenge: PasswordVerifierChallenge) -> Action {
        // The original sends no metadata with the proof where `USER_AUTH` was opened with it.
        let isPreferred = state == .opening && isUserAuth
        state = .proving
        return .prove(challenge, metadata: isPreferred ? [:] : metadata)
    }

    private mutating func ask(_ challenge: OpenChallenge) -> Action {
        state = .asking(challenge)
        mayBeginAgain = false
        return .ask(challenge.step)
    }

    private mutating func associate(_ association: TOTPAssociation, after challenge: OpenChallenge?) -> Action {
        state = .associating(after: challenge)
        return .associate(association)
    }

    private mutating func assert(_ challenge: WebAuthnChallenge) -> Action {
        state = .asserting(challenge)
        return .assert(challenge)
    }

    private mutating func askForCode(of secret: String, _ session: String?) -> Action {
        let setup = TOTPSetup(sharedSecret: secret, username: username)
        return ask(.totpSetup(TOTPSetupChallenge(setup, session: session)))
    }

    private mutating func endSetup(_ challenge: TOTPSetupChallenge) -> Action {
        state = .answering(.totpSetup(challenge))
        return .respond(challenge.end(username: username))
    }
}

// MARK: - The user's answers

extension SignInMachine {
    private mutating func react(
        to text: String,
        _ options: ConfirmSignInOptions,
        _ challenge: OpenChallenge
    ) -> Action {
        metadata = options.clientMetadata
        let reaction: Reaction
        do throws(SessionError) {
            reaction = try challenge.reaction(to: PersonalAnswer(text: text, options: options, username: username))
        } catch {
            return .fail(error)
        }
        switch (reaction, challenge) {
        case (.respond(let answer), _):
            state = .answering(challenge)
            return .respond(answer)
        case (.ask(let next), _): return ask(next)
        case (.associate(let association), _): return associate(association, after: challenge)
        case (.assert(let challenge), _): return assert(challenge)
        case (.verify(let verification), .totpSetup(let challenge)):
            state = .verifying(challenge)
            return .verify(verification)
        case (.verify, _): return .fail(.outOfTurn)
        }
    }

    private mutating func show(_ credential: String, _ challenge: WebAuthnChallenge) -> Action {
        state = .answering(.webAuthn(challenge))
        return .respond(challenge.answer(credential, username: username, metadata: metadata))
    }
}

// MARK: - What fails

extension SignInMachine {
    private mutating func refuse(_ error: SessionError) -> Action {
        switch state {
        case .idle, .asking, .ended: .fail(.outOfTurn)
        // `USER_AUTH` reports an account that cannot sign in yet as an error.
        case .opening: end(error, mayLeadElsewhere: !isUserAuth)
        case .proving, .associating(after: nil): end(error)
        case .provingDevice: refuseDevice(error)
        case .answering(let challenge): challenge.isAnsweredOnce ? end(error) : reopen(challenge, error)
        case .associating(after: let challenge?): reopen(challenge, error)
        case .verifying(let challenge): reopen(.totpSetup(challenge), error)
        // A user that cancelled the passkey may choose again; a passkey that failed would fail again.
        case .asserting(let challenge): error == .passkey(.cancelled) ? reopen(.webAuthn(challenge), error) : end(error)
        }
    }

    /// A wrong answer, like a lost one, leaves the challenge open.
    private mutating func reopen(_ challenge: OpenChallenge, _ error: SessionError) -> Action {
        if error.requiredStep != nil { return end(error) }
        state = .asking(challenge)
        mayBeginAgain = false
        return .fail(error)
    }

    /// A device that the service does not know any more fails no sign-in: it begins again without the device.
    private mutating func refuseDevice(_ error: SessionError) -> Action {
        guard error.isOfDevice, mayBeginAgain else { return end(error) }
        mayBeginAgain = false
        username = typedUsername
        return open()
    }

    /// Ends the sign-in: with an error, or with the step that the app must take outside it.
    private mutating func end(_ error: SessionError, mayLeadElsewhere: Bool = true) -> Action {
        state = .ended
        guard mayLeadElsewhere, let step = error.requiredStep else { return .fail(error) }
        return .ask(step)
    }

    private var isUserAuth: Bool {
        if case .userAuth = flow { true } else { false }
    }
}

extension SessionError {
    /// Whether the service refuses the device that a request names, or the proof of it.
    var isOfDevice: Bool {
        guard case .service(let fault) = self else { return false }
        return fault.code == .resourceNotFound || fault.code == .notAuthorized
    }

    /// The step that the app must take outside the sign-in, where a refusal asks for one.
    fileprivate var requiredStep: SignInStep? {
        guard case .service(let fault) = self else { return nil }
        switch fault.code {
        case .userNotConfirmed: return .confirmSignUp
        case .passwordResetRequired: return .resetPassword
        default: return nil
        }
    }

    static var nothingToConfirm: SessionError {
        .invalidState("No sign-in waits for an answer.", cure: "Call signIn first.")
    }

    fileprivate static var outOfTurn: SessionError {
        .invalidState("The sign-in is not at this point.", cure: "Call signIn again.")
    }
}
