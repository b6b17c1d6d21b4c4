// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

/// One sign-in: what may follow what.
///
/// Events go in, actions come out; whoever drives it performs the actions.
///
///     idle ──begin──▶ opening ──PASSWORD_VERIFIER──▶ proving
///                        │                              │
///                        ├──────────tokens──────────────┼──────▶ ended
///                        └───a person is needed─────────┘          ▲
///                                     ▼                            │
///                    ┌──────────▶ asking ──answered──▶ answering ──┤ tokens
///                    │               ▲                     │  │    │
///                    │               └──another challenge──┘  │    │
///                    └──────────────refused, try again────────┘    │
///          opening, proving ──refused──────────────────────────────┘
struct SignInMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        case idle
        /// The first request is under way.
        case opening
        /// The proof of the password is made or under way.
        case proving
        /// A person must answer.
        case asking(OpenChallenge)
        /// A person's answer is under way.
        case answering(OpenChallenge)
        case ended
    }

    enum Event: Sendable {
        case begin
        /// The service answered.
        case replied(SignInReply)
        /// The request failed.
        case refused(SessionError)
        /// A person answered.
        case answered(String, ConfirmSignInOptions)
    }

    enum Action: Sendable, Equatable {
        case open(SignInOpening)
        case prove(PasswordVerifierChallenge)
        case respond(ChallengeAnswer)
        /// Ask a person, or tell them why the sign-in cannot go on.
        case ask(SignInStep)
        case complete(AuthenticationResultType)
        case fail(SessionError)
    }

    private(set) var state = State.idle
    let flow: SignInFlow
    let typedUsername: String
    /// The name for the next answer: what was typed, until the service names the user.
    private(set) var username: String
    /// The session string of a sign-up that this sign-in follows.
    private let signUpSession: String?

    init(flow: SignInFlow, username: String) {
        self.init(flow: flow, username: username, signUpSession: nil)
    }

    /// The sign-in that follows a sign-up without a further proof.
    init(continuing signUp: OpenSignUp) {
        self.init(flow: .userAuth(preferred: nil), username: signUp.username, signUpSession: signUp.session)
    }

    private init(flow: SignInFlow, username: String, signUpSession: String?) {
        self.flow = flow
        typedUsername = username
        self.username = username
        self.signUpSession = signUpSession
    }

    /// Takes an event and says what to do.
    ///
    /// An event that does not fit the state changes nothing.
    mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.idle, .begin): begin()
        case (.opening, .replied(let reply)): follow(reply, mayProve: flow == .userSRP)
        case (.proving, .replied(let reply)), (.answering, .replied(let reply)): follow(reply, mayProve: false)
        case (.opening, .refused(let error)), (.proving, .refused(let error)): end(error, mayLeadElsewhere: !isUserAuth)
        case (.answering(let challenge), .refused(let error)): reopen(challenge, error)
        case (.asking(let challenge), .answered(let text, let options)): answer(challenge, text, options)
        case (.idle, .answered), (.opening, .answered), (.proving, .answered), (.answering, .answered),
            (.ended, .answered):
            .fail(.nothingToConfirm)
        case (.opening, .begin), (.proving, .begin), (.asking, .begin), (.answering, .begin), (.ended, .begin),
            (.idle, .replied), (.asking, .replied), (.ended, .replied),
            (.idle, .refused), (.asking, .refused), (.ended, .refused):
            .fail(.outOfTurn)
        }
    }

    private mutating func begin() -> Action {
        if let signUpSession {
            state = .opening
            return .open(
                SignInOpening(flow: .userAuth, username: username, evidence: .signUp(session: signUpSession)))
        }
        switch flow {
        case .userSRP:
            state = .opening
            return .open(SignInOpening(flow: .userSrpAuth, username: username, evidence: .publicKey))
        case .userPassword:
            state = .opening
            return .open(SignInOpening(flow: .userPasswordAuth, username: username, evidence: .password))
        case .customWithSRP, .customWithoutSRP, .userAuth:
            return end(.notBuilt("The flows CUSTOM_AUTH and USER_AUTH are not built yet."))
        }
    }

    private mutating func follow(_ reply: SignInReply, mayProve: Bool) -> Action {
        if let result = reply.result {
            state = .ended
            return .complete(result)
        }
        if let name = reply.parameters["USERNAME"], !name.isEmpty { username = name }
        do throws(SessionError) {
            if mayProve, reply.challenge == .passwordVerifier {
                let challenge = try PasswordVerifierChallenge(reply, username: username, typedUsername: typedUsername)
                state = .proving
                return .prove(challenge)
            }
            let challenge = try OpenChallenge(reply)
            state = .asking(challenge)
            return .ask(challenge.step)
        } catch {
            return end(error)
        }
    }

    private mutating func answer(_ challenge: OpenChallenge, _ text: String, _ options: ConfirmSignInOptions) -> Action
    {
        state = .answering(challenge)
        return .respond(challenge.answer(text, options, username: username))
    }

    /// A wrong answer, like a lost one, leaves the challenge open.
    private mutating func reopen(_ challenge: OpenChallenge, _ error: SessionError) -> Action {
        if error.requiredStep != nil { return end(error) }
        state = .asking(challenge)
        return .fail(error)
    }

    /// Ends the sign-in: with an error, or with the step that the app must take outside it.
    private mutating func end(_ error: SessionError, mayLeadElsewhere: Bool = true) -> Action {
        state = .ended
        guard mayLeadElsewhere, let step = error.requiredStep else { return .fail(error) }
        return .ask(step)
    }

    /// `USER_AUTH` reports an account that cannot sign in yet as an error.
    private var isUserAuth: Bool {
        if case .userAuth = flow { true } else { false }
    }
}

extension SessionError {
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
