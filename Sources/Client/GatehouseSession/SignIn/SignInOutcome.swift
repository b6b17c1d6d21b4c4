// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a step of a sign-in.
package struct SignInOutcome: Sendable, Equatable {
    /// The step that the service requires next; `.done` after a complete sign-in.
    package let nextStep: SignInStep

    /// Creates an outcome.
    package init(nextStep: SignInStep) {
        self.nextStep = nextStep
    }

    /// Whether the user is signed in.
    package var isSignedIn: Bool { nextStep == .done }
}
