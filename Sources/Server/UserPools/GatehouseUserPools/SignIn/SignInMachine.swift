// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// What may follow what in a sign-in, for every flow.
///
/// A value: events go in, decisions come out, and between two calls the state travels in the sealed session string. The
/// diagram is in `SignInMachine.mermaid`.
struct SignInMachine: Sendable, Equatable {
    private(set) var state: State

    init(state: State = .started) {
        self.state = state
    }

    /// Takes one step.
    /// - Throws: `NotAuthorizedException` when the event cannot follow the state.
    mutating func handle(_ event: Event) throws(ServiceFault) -> Decision {
        guard let next = successor(by: event) else { throw .invalidSession }
        state = next
        return next.decision
    }

    private func successor(by event: Event) -> State? {
        switch event {
        case .offeredChoice:
            from(.started, to: .selectChallenge)
        case .chose(let factor):
            from(.started, .selectChallenge, to: State(factor))
        case .askedForSRP:
            from(.started, .selectChallenge, .passwordSRP, to: .passwordVerifier)
        case .presentedToken(let missing):
            State(choosing: missing).flatMap { from(.started, to: $0) }
        case .provedFirstFactor(let rest):
            from(
                .started, .selectChallenge, .password, .passwordVerifier, .emailOTP, .smsOTP, .webAuthn,
                .customChallenge,
                to: State(rest))
        case .definedChallenge:
            from(.started, .passwordVerifier, .customChallenge, to: .customChallenge)
        case .choseNewPassword(let rest):
            from(.newPasswordRequired, to: State(rest.withoutNewPassword))
        case .choseSecondFactor(let factor):
            from(.selectMFAType, to: State(factor))
        case .provedSecondFactor(let needsDevice):
            from(
                .smsMFA, .emailMFA, .softwareTokenMFA, .softwareTokenSetUp,
                to: needsDevice ? .deviceSRP : .finished)
        case .setUpSoftwareToken:
            from(.mfaSetup, to: .softwareTokenSetUp)
        case .gaveAddress:
            from(.mfaSetup, to: .emailMFA)
        case .namedDevice:
            from(.deviceSRP, to: .devicePasswordVerifier)
        case .provedDevice:
            from(.devicePasswordVerifier, to: .finished)
        case .gaveSignUpCode:
            from(.signedUp, to: .signUpConfirmed)
        case .claimedSignUp(let rest):
            from(.signUpConfirmed, to: State(rest))
        }
    }

    private func from(_ states: State..., to next: State) -> State? {
        states.contains(state) ? next : nil
    }
}

extension SignInMachine {
    /// Where the sign-in stands.
    ///
    /// A state other than the first and the last is an open challenge, named after it, or a session string that something
    /// else is done with.
    enum State: String, Sendable, CaseIterable {
        case started
        case selectChallenge
        case password
        case passwordSRP
        case passwordVerifier
        case emailOTP
        case smsOTP
        case webAuthn
        case customChallenge
        case newPasswordRequired
        case selectMFAType
        case smsMFA
        /// EMAIL_OTP as the second factor.
        case emailMFA
        case softwareTokenMFA
        case mfaSetup
        /// The user has verified a software token in answer to MFA_SETUP, and comes back for tokens.
        case softwareTokenSetUp
        case deviceSRP
        case devicePasswordVerifier
        /// A new account waits for its code.
        case signedUp
        /// The code of a new account was given.
        case signUpConfirmed
        case finished
    }

    /// What happened.
    enum Event: Sendable, Equatable {
        /// The user named no first factor, and is to choose one.
        case offeredChoice
        case chose(FirstFactor)
        /// The user asked to prove the password over SRP.
        case askedForSRP
        /// An access token counts as the first factor; one of these second ones is missing.
        case presentedToken([SecondFactor])
        case provedFirstFactor(RemainingSteps)
        /// A function of the pool asks for one more custom challenge.
        case definedChallenge
        /// The user chose a new password that the pool accepts.
        case choseNewPassword(RemainingSteps)
        case choseSecondFactor(SecondFactor)
        case provedSecondFactor(needsDevice: Bool)
        /// The user, who had no second factor, proved to have a software token now.
        case setUpSoftwareToken
        /// The user, who had no second factor, gave an address to send codes to.
        case gaveAddress
        /// The user says which device this is.
        case namedDevice
        case provedDevice
        /// The user gave the code that was sent to a new account.
        case gaveSignUpCode
        /// The user who gave it asks for tokens.
        case claimedSignUp(RemainingSteps)
    }

    /// What is to be done.
    enum Decision: Sendable, Equatable {
        /// Ask for what the state is named after.
        case challenge
        /// Hand out a session string that something else is done with.
        case keepOpen
        case issueTokens
    }
}

extension SignInMachine.State {
    /// The state in which a first factor is waited for.
    init(_ factor: FirstFactor) {
        self =
            switch factor {
            case .password: .password
            case .passwordSRP: .passwordSRP
            case .emailOTP: .emailOTP
            case .smsOTP: .smsOTP
            case .webAuthn: .webAuthn
            }
    }

    /// The state in which a second factor is waited for.
    init(_ factor: SecondFactor) {
        self =
            switch factor {
            case .sms: .smsMFA
            case .email: .emailMFA
            case .softwareToken: .softwareTokenMFA
            }
    }

    /// The state in which one of these second factors is waited for; `nil` for none.
    fileprivate init?(choosing factors: [SecondFactor]) {
        guard let factor = factors.first else { return nil }
        self = factors.count == 1 ? Self(factor) : .selectMFAType
    }

    /// The state in which the first thing is waited for that is left of a sign-in.
    init(_ rest: RemainingSteps) {
        guard !rest.needsNewPassword else {
            self = .newPasswordRequired
            return
        }
        self =
            switch (rest.device, rest.secondFactor) {
            case (.insteadOfSecondFactor, _), (.last, .none): .deviceSRP
            case (.none, .none): .finished
            case (_, .challenge(let factor)): Self(factor)
            case (_, .select): .selectMFAType
            case (_, .setUp): .mfaSetup
            }
    }

    /// Whether guesses at what is waited for are guesses at a second factor.
    ///
    /// They are counted apart, or else who knows the password could wipe the count with it.
    var isSecondFactor: Bool {
        switch self {
        case .smsMFA, .emailMFA, .softwareTokenMFA, .mfaSetup, .softwareTokenSetUp, .deviceSRP,
            .devicePasswordVerifier:
            true
        default: false
        }
    }

    fileprivate var decision: SignInMachine.Decision {
        switch self {
        case .finished: .issueTokens
        case .softwareTokenSetUp, .signUpConfirmed: .keepOpen
        default: .challenge
        }
    }
}
