// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// A challenge that waits for a person: what to ask, and how to put the answer to the service.
enum OpenChallenge: Sendable, Equatable {
    case newPasswordRequired(NewPasswordRequiredChallenge)

    /// Reads a reply that holds a challenge for a person.
    ///
    /// - Throws: `.notBuilt` naming a challenge that can be told apart but not yet answered, or what keeps the step
    ///   from being read.
    init(_ reply: SignInReply) throws(SessionError) {
        switch try SignInStep(reply) {
        case .confirmSignInWithNewPassword:
            self = .newPasswordRequired(NewPasswordRequiredChallenge(reply))
        case .confirmSignInWithSMSMFACode, .confirmSignInWithTOTPCode, .confirmSignInWithOTP,
            .confirmSignInWithCustomChallenge, .confirmSignInWithPassword, .continueSignInWithMFASelection,
            .continueSignInWithFirstFactorSelection, .continueSignInWithMFASetupSelection,
            .continueSignInWithTOTPSetup, .continueSignInWithEmailMFASetup, .confirmSignUp, .resetPassword, .done:
            throw .notBuilt("The challenge \(reply.challenge?.rawValue ?? "") is not built yet.")
        }
    }

    /// What the person is asked.
    var step: SignInStep {
        switch self {
        case .newPasswordRequired(let challenge): challenge.step
        }
    }

    /// The request's part that carries the person's answer.
    func answer(_ text: String, _ options: ConfirmSignInOptions, username: String) -> ChallengeAnswer {
        switch self {
        case .newPasswordRequired(let challenge): challenge.answer(text, options, username: username)
        }
    }
}
