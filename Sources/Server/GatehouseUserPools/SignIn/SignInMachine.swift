// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

/// What may follow what in a sign-in.
///
/// A value: events go in, decisions come out, and between two calls the state travels in the sealed session string. The
/// diagram is in `SignInMachine.mermaid`.
struct SignInMachine: Sendable, Equatable {
    /// Where the sign-in stands.
    enum State: String, Sendable, Codable, CaseIterable {
        case started
        case passwordVerifier
        case newPasswordRequired
        /// A new account waits for its code.
        case signedUp
        /// The code of a new account was given.
        case signUpConfirmed
        case finished
    }

    /// What happened.
    enum Event: Sendable, Equatable {
        /// The user asked to prove the password over SRP.
        case askedForSRP
        /// The first factor was proved, by a user in this status.
        case provedPassword(UserStatusType)
        /// The user chose a new password that the pool accepts.
        case choseNewPassword
        /// The user gave the code that was sent to a new account.
        case gaveSignUpCode
        /// The user who gave it asks for tokens.
        case claimedSignUp
    }

    /// What is to be done.
    enum Decision: Sendable, Equatable {
        case challenge(ChallengeNameType)
        /// Hand out a session string that tokens can be asked for with.
        case keepOpen
        case issueTokens
    }

    private(set) var state: State

    init(state: State = .started) {
        self.state = state
    }

    /// Takes one step.
    /// - Throws: `NotAuthorizedException` when the event cannot follow the state.
    mutating func handle(_ event: Event) throws(ServiceFault) -> Decision {
        switch (state, event) {
        case (.started, .askedForSRP):
            return move(to: .passwordVerifier, .challenge(.passwordVerifier))
        case (.started, .provedPassword(let status)), (.passwordVerifier, .provedPassword(let status)):
            return status == .forceChangePassword
                ? move(to: .newPasswordRequired, .challenge(.newPasswordRequired))
                : move(to: .finished, .issueTokens)
        case (.signedUp, .gaveSignUpCode):
            return move(to: .signUpConfirmed, .keepOpen)
        case (.newPasswordRequired, .choseNewPassword), (.signUpConfirmed, .claimedSignUp):
            return move(to: .finished, .issueTokens)
        case (.started, .choseNewPassword), (.started, .gaveSignUpCode), (.started, .claimedSignUp),
            (.passwordVerifier, .askedForSRP), (.passwordVerifier, .choseNewPassword),
            (.passwordVerifier, .gaveSignUpCode), (.passwordVerifier, .claimedSignUp),
            (.newPasswordRequired, .askedForSRP), (.newPasswordRequired, .provedPassword),
            (.newPasswordRequired, .gaveSignUpCode), (.newPasswordRequired, .claimedSignUp),
            (.signedUp, .askedForSRP), (.signedUp, .provedPassword), (.signedUp, .choseNewPassword),
            (.signedUp, .claimedSignUp), (.signUpConfirmed, .askedForSRP), (.signUpConfirmed, .provedPassword),
            (.signUpConfirmed, .choseNewPassword), (.signUpConfirmed, .gaveSignUpCode), (.finished, _):
            throw .invalidSession
        }
    }

    private mutating func move(to state: State, _ decision: Decision) -> Decision {
        self.state = state
        return decision
    }
}
