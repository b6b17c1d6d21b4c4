// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of a sign-in.
package enum SignInStep: Sendable, Equatable {
    /// The account must be confirmed before it can sign in.
    case confirmSignUp
    /// The password must be reset before the account can sign in.
    case resetPassword
    /// The user must choose a new password; the parameters are the challenge's.
    case confirmSignInWithNewPassword(parameters: [String: String])
    /// The user must enter the code that was sent by SMS as the second factor.
    case confirmSignInWithSMSMFACode(CodeDelivery, parameters: [String: String])
    /// The user must enter the code of the TOTP app that was set up under this name, if it has one.
    case confirmSignInWithTOTPCode(friendlyDeviceName: String?)
    /// The user must enter the code that was sent to the given address as the first factor or by mail as the second.
    case confirmSignInWithOTP(CodeDelivery)
    /// The app must answer a challenge of the pool's triggers; the parameters are the public ones.
    case confirmSignInWithCustomChallenge(parameters: [String: String])
    case confirmSignInWithPassword
    /// The user must choose one of these second factors.
    case continueSignInWithMFASelection(Set<SecondFactor>)
    /// The user must choose one of these first factors.
    case continueSignInWithFirstFactorSelection(Set<FirstFactor>)
    /// The user must choose one of these second factors to set up.
    case continueSignInWithMFASetupSelection(Set<SecondFactor>)
    /// The user must add this secret to an authenticator app and enter its code.
    case continueSignInWithTOTPSetup(TOTPSetup)
    case continueSignInWithEmailMFASetup
    /// The session is obtained and stored.
    case done
}

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

/// The values that the user enters in a TOTP app.
package struct TOTPSetup: Sendable, Equatable, Codable {
    /// The shared secret, in base32.
    package let sharedSecret: String
    /// The user it is for.
    package let username: String

    /// Creates a set-up.
    package init(sharedSecret: String, username: String) {
        self.sharedSecret = sharedSecret
        self.username = username
    }
}

extension TOTPSetup: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(TOTP app of \(username))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
