// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// The state machine of a sign-in, for all flows.
///
/// It is a value: it receives events and returns decisions. Between two calls, the sealed session string contains the
/// state. The diagram is in `SignInMachine.mermaid`.
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
    /// The state of a sign-in.
    ///
    /// In each state other than the first and the last, the sign-in waits for the answer to a challenge of that name,
    /// or for a later call with a session string.
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
        /// The user has verified a software token for MFA_SETUP, and must answer the challenge to get tokens.
        case softwareTokenSetUp
        case deviceSRP
        case devicePasswordVerifier
        /// A new account must be confirmed with a code.
        case signedUp
        /// A new account was confirmed with its code.
        case signUpConfirmed
        case finished
    }

    /// An event of a sign-in.
    enum Event: Sendable, Equatable {
        /// The user named no first factor, and must choose one.
        case offeredChoice
        case chose(FirstFactor)
        /// The client began an SRP handshake for the password.
        case askedForSRP
        /// An access token counts as the first factor; one of these second factors is missing.
        case presentedToken([SecondFactor])
        case provedFirstFactor(RemainingSteps)
        /// A trigger requires one more custom challenge.
        case definedChallenge
        /// The user chose a new password that the pool accepts.
        case choseNewPassword(RemainingSteps)
        case choseSecondFactor(SecondFactor)
        case provedSecondFactor(needsDevice: Bool)
        /// The user, who had no second factor, has verified a software token.
        case setUpSoftwareToken
        /// The user, who had no second factor, entered an address for codes.
        case gaveAddress
        /// The app named its device.
        case namedDevice
        case provedDevice
        /// The user entered the code for a new account.
        case gaveSignUpCode
        /// The user of a confirmed account requests tokens.
        case claimedSignUp(RemainingSteps)
    }

    /// The decision that follows from an event.
    enum Decision: Sendable, Equatable {
        /// Issue the challenge of the new state.
        case challenge
        /// Return a session string for a later call.
        case suspend
        case issueTokens
    }
}

extension SignInMachine.State {
    /// The state that waits for a first factor.
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

    /// The state that waits for a second factor.
    init(_ factor: SecondFactor) {
        self =
            switch factor {
            case .sms: .smsMFA
            case .email: .emailMFA
            case .softwareToken: .softwareTokenMFA
            }
    }

    /// The state that waits for one of these second factors; `nil` for none.
    fileprivate init?(choosing factors: [SecondFactor]) {
        guard let factor = factors.first else { return nil }
        self = factors.count == 1 ? Self(factor) : .selectMFAType
    }

    /// The state that waits for the first of the remaining steps.
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

    /// Whether wrong answers in this state are failures of the second factor.
    ///
    /// These failures have a counter of their own. Otherwise a caller that knows the password could reset the count.
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
        case .softwareTokenSetUp, .signUpConfirmed: .suspend
        default: .challenge
        }
    }
}
