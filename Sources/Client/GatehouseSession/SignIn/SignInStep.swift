// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of a sign-in.
package enum SignInStep: Sendable, Equatable {
    /// The account must be confirmed before it can sign in.
    case confirmSignUp
    /// The password must be reset before the account can sign in.
    case resetPassword
    case confirmSignInWithNewPassword(parameters: [String: String])
    case confirmSignInWithSMSMFACode(CodeDelivery, parameters: [String: String])
    case confirmSignInWithTOTPCode
    case confirmSignInWithOTP(CodeDelivery)
    case confirmSignInWithCustomChallenge(parameters: [String: String])
    case confirmSignInWithPassword
    case continueSignInWithMFASelection(Set<SecondFactor>)
    case continueSignInWithFirstFactorSelection(Set<FirstFactor>)
    case continueSignInWithMFASetupSelection(Set<SecondFactor>)
    case continueSignInWithTOTPSetup(TOTPSetup)
    case continueSignInWithEmailMFASetup
    /// The session is obtained and stored.
    case done
}
