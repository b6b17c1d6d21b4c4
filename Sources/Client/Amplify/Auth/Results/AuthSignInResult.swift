// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a step of a sign-in.
public struct AuthSignInResult: Sendable {
    /// Whether the user is signed in, which is so only when nothing is left to do.
    public var isSignedIn: Bool {
        nextStep == .done
    }

    /// What the service requires next; `.done` after a complete sign-in.
    public var nextStep: AuthSignInStep

    /// Makes a result.
    public init(nextStep: AuthSignInStep) {
        self.nextStep = nextStep
    }
}
