// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Values that the service sends with a step.
public typealias AdditionalInfo = [String: String]

/// The second factors to choose from.
public typealias AllowedMFATypes = Set<MFAType>

/// The first factors to choose from.
public typealias AvailableAuthFactorTypes = Set<AuthFactorType>

/// The next step of a sign-in.
///
/// All but the last three are answered by `confirmSignIn`.
public enum AuthSignInStep: Equatable, Sendable {
    /// A code that was sent by SMS.
    case confirmSignInWithSMSMFACode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// The answer to the app's own challenge.
    case confirmSignInWithCustomChallenge(AdditionalInfo?)

    /// A new password in place of a temporary one.
    case confirmSignInWithNewPassword(AdditionalInfo?)

    /// The password.
    case confirmSignInWithPassword

    /// A code from a TOTP app.
    case confirmSignInWithTOTPCode

    /// An e-mail address for codes.
    case continueSignInWithEmailMFASetup

    /// A code from a TOTP app that has to be set up with these details first.
    case continueSignInWithTOTPSetup(TOTPSetupDetails)

    /// One of these second factors.
    case continueSignInWithMFASelection(AllowedMFATypes)

    /// One of these second factors, to be set up.
    case continueSignInWithMFASetupSelection(AllowedMFATypes)

    /// A code that was sent by SMS or e-mail.
    case confirmSignInWithOTP(AuthCodeDeliveryDetails)

    /// One of these first factors.
    case continueSignInWithFirstFactorSelection(AvailableAuthFactorTypes)

    /// A password reset, then another sign-in.
    case resetPassword(AdditionalInfo?)

    /// The confirmation of the sign-up, then another sign-in.
    case confirmSignUp(AdditionalInfo?)

    /// Nothing: the user is signed in.
    case done
}

/// The result of a step of a sign-in.
public struct AuthSignInResult: Sendable {
    /// Whether the user is signed in: nothing is left to do.
    public var isSignedIn: Bool {
        nextStep == .done
    }

    /// The service's next requirement; `.done` after a complete sign-in.
    public var nextStep: AuthSignInStep

    /// Makes a result.
    public init(nextStep: AuthSignInStep) {
        self.nextStep = nextStep
    }
}
