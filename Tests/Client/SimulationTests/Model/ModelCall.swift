// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Every public call of the plugin, with what makes a difference to it.
enum ModelCall: String, CaseIterable, Sendable {
    case fetchSession, fetchSessionForced, getCurrentUser
    case signIn, signInWrongPassword, signInTemporaryPassword, signInSecondFactor, signInNobody, signInNoPassword
    case confirmSignIn, confirmSignInBadPassword, confirmSignInCode, confirmSignInEmpty
    case signOut, signOutEverywhere, deleteUser
    case signUp, signUpKnownName, signUpNobody
    case confirmSignUp, confirmSignUpWrongCode, confirmSignUpNobody, confirmSignUpNoCode
    case resendSignUpCode, resendSignUpCodeNobody, autoSignIn
    case resetPassword, resetPasswordNobody
    case confirmResetPassword, confirmResetPasswordNobody
    case changePassword, changePasswordWrongly
    case fetchUserAttributes, updateUserAttribute, updateUserAttributes
    case sendVerificationCode, resendConfirmationCode, confirmUserAttribute
    case signInWithWebUI, setUpTOTP, verifyTOTPSetup, fetchMFAPreference, updateMFAPreference
    case fetchDevices, forgetDevice, rememberDevice
    case associateWebAuthnCredential, listWebAuthnCredentials, deleteWebAuthnCredential
    case federateToIdentityPool, clearFederationToIdentityPool

    /// Whether the call begins or continues a sign-in, so that it ends when its task is cancelled.
    var isSignIn: Bool {
        switch self {
        case .signIn, .signInWrongPassword, .signInTemporaryPassword, .signInSecondFactor, .confirmSignIn,
            .confirmSignInBadPassword, .confirmSignInCode, .autoSignIn:
            true
        default: false
        }
    }
}

/// The possible result of a call.
enum ModelOutcome: Hashable, Sendable {
    case step(Step)
    case session(isSignedIn: Bool, tokens: Trouble?, identity: Trouble?)
    case signOut(SignOutView)
    case returned
    case failed(Trouble)

    enum Step: Hashable, Sendable {
        case done, newPassword, code, confirmUser, completeAutoSignIn, other
    }
}
