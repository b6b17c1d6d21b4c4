// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The kinds of work of all operations.
struct OperationKinds: Sendable {
    /// Operations that continue what a user has begun.
    private static let continuing: Set<String> = [
        "AssociateSoftwareToken", "CompleteWebAuthnRegistration", "ConfirmDevice", "ConfirmForgotPassword",
        "ConfirmSignUp", "GetCredentialsForIdentity", "GetId", "VerifySoftwareToken", "VerifyUserAttribute",
    ]
    /// The time of a sign-in before one was measured, in nanoseconds.
    private static let guess = (computing: 1_000_000, writing: 100_000)

    private let admission: Admission
    private let challengeAnswer: WorkKind
    private let start: OperationWork
    private let renewal: WorkKind

    init(_ admission: Admission) {
        self.admission = admission
        challengeAnswer = admission.kind(.continuing, guess: Self.guess)
        renewal = admission.kind(.continuing, guess: Self.guess)
        start = .byFlow(
            renewal: renewal, password: admission.kind(.beginning, guess: Self.guess),
            challenge: admission.kind(.beginning, next: challengeAnswer))
    }

    /// The work of an operation.
    func work(of operation: String) -> OperationWork {
        switch operation {
        case "InitiateAuth", "AdminInitiateAuth": start
        case "RespondToAuthChallenge", "AdminRespondToAuthChallenge": .alike(challengeAnswer)
        case "GetTokensFromRefreshToken": .alike(renewal)
        default: .alike(admission.kind(Self.continuing.contains(operation) ? .continuing : .beginning))
        }
    }
}
