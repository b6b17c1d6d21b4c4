// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of a sign-in.
package enum SignInStep: Sendable, Equatable {
    /// The account must be confirmed before it can sign in.
    case confirmSignUp
    /// The password must be reset before the account can sign in.
    case resetPassword
    /// The user must choose a new password; the parameters are those of the challenge.
    case confirmSignInWithNewPassword(parameters: [String: String])
    /// The user must enter the code that was sent by SMS as the second factor.
    case confirmSignInWithSMSMFACode(CodeDelivery, parameters: [String: String])
    case confirmSignInWithTOTPCode
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
