// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites

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
    private let start: WorkKinds
    private let renewal: WorkKind
    /// The work of a form whose body has not been read; it waits for the event loop only, and so is refused last.
    let unreadForm: WorkKinds
    /// The work of a form without the name of an operation.
    let otherForm: WorkKinds

    init(_ admission: Admission) {
        self.admission = admission
        challengeAnswer = admission.kind(.continuing, guess: Self.guess)
        renewal = admission.kind(.continuing, guess: Self.guess)
        start = .byFlow(
            renewal: renewal, password: admission.kind(.beginning, guess: Self.guess),
            challenge: admission.kind(.beginning, next: challengeAnswer))
        unreadForm = .alike(admission.kind(.continuing))
        otherForm = .alike(admission.kind(.beginning))
    }

    /// The work of an operation.
    func work(of operation: String) -> WorkKinds {
        switch operation {
        case "InitiateAuth", "AdminInitiateAuth": start
        case "RespondToAuthChallenge", "AdminRespondToAuthChallenge": .alike(challengeAnswer)
        case "GetTokensFromRefreshToken": .alike(renewal)
        case "GetDerivedToken": .alike(admission.kind(.continuing, guess: Self.guess))
        case "GetClientToken": .alike(admission.kind(.beginning, guess: Self.guess))
        default: .alike(admission.kind(Self.continuing.contains(operation) ? .continuing : .beginning))
        }
    }
}
