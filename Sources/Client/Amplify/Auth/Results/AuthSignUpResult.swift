// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a step of a sign-up.
public struct AuthSignUpResult: Sendable {
    /// Whether the user exists and is confirmed.
    public var isSignUpComplete: Bool {
        switch nextStep {
        case .done, .completeAutoSignIn: true
        case .confirmUser: false
        }
    }

    /// What the app has to do next: confirm the user, sign in, or nothing.
    public let nextStep: AuthSignUpStep

    /// The new user's `sub`, if the service returned it.
    public let userID: String?

    /// Makes a result.
    public init(_ nextStep: AuthSignUpStep, userID: String? = nil) {
        self.nextStep = nextStep
        self.userID = userID
    }
}
