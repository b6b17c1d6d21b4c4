// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a step of a sign-up.
package struct SignUpOutcome: Sendable, Equatable {
    /// The next step of a sign-up.
    package enum Step: Sendable, Equatable {
        /// A code must be entered; the delivery says where it went, if one was sent.
        case confirmUser(CodeDelivery?, userID: String)
        /// The account can be used, and the session string signs it in without a further proof.
        case completeAutoSignIn(session: String)
        case done
    }

    /// What the app has to do next.
    package let nextStep: Step
    /// The user's `sub`, if the service returned it.
    package let userID: String?

    /// Creates an outcome.
    package init(nextStep: Step, userID: String?) {
        self.nextStep = nextStep
        self.userID = userID
    }

    /// Whether the account is confirmed.
    package var isSignUpComplete: Bool {
        if case .confirmUser = nextStep { false } else { true }
    }
}

extension SignUpOutcome.Step: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .confirmUser(let delivery, let userID): "confirmUser(\(String(describing: delivery)), \(userID))"
        case .completeAutoSignIn: "completeAutoSignIn"
        case .done: "done"
        }
    }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["step": description]) }
}
