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

    /// The app's next step: confirm the user, sign in, or nothing.
    public let nextStep: AuthSignUpStep

    /// The new user's `sub`, if the service returned it.
    public let userID: String?

    /// Makes a result.
    public init(_ nextStep: AuthSignUpStep, userID: String? = nil) {
        self.nextStep = nextStep
        self.userID = userID
    }
}

/// The id of a user, the `sub` of a user pool.
public typealias UserId = String

/// An opaque value with which a sign-in follows a sign-up without the password.
public typealias Session = String

/// The next step of a sign-up.
public enum AuthSignUpStep: Sendable {
    /// The code that was delivered, by `confirmSignUp`; the last value is the user's `sub`.
    case confirmUser(AuthCodeDeliveryDetails? = nil, AdditionalInfo? = nil, UserId? = nil)

    /// Nothing, but `autoSignIn` can sign the user in.
    case completeAutoSignIn(Session)

    /// Nothing.
    case done
}

extension AuthSignUpStep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the step and where a code went; the session stays out.
    public var description: String {
        switch self {
        case .confirmUser(let details, _, let userId):
            "confirmUser(\(String(describing: details)), \(String(describing: userId)))"
        case .completeAutoSignIn: "completeAutoSignIn"
        case .done: "done"
        }
    }

    /// As much as the description says.
    public var debugDescription: String { description }

    /// As much as the description says.
    public var customMirror: Mirror { Mirror(self, children: ["step": description]) }
}
