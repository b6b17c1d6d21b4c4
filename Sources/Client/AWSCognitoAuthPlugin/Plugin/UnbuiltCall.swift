// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The calls of the surface that this version does not have yet, all in one place.
enum UnbuiltCall: String, CaseIterable {
    case signInWithWebUI
    case setUpTOTP, verifyTOTPSetup, signInWithTOTPSetup = "signIn with the set-up of a TOTP app"
    case fetchMFAPreference, updateMFAPreference
    case fetchDevices, forgetDevice, rememberDevice
    case associateWebAuthnCredential, listWebAuthnCredentials, deleteWebAuthnCredential
    case federateToIdentityPool, clearFederationToIdentityPool
    case createAppSyncSigner

    /// The error that says so.
    var error: AuthError { Self.error("\(rawValue) is not built yet.") }

    /// The error for something that is not built yet, named by its own text.
    static func error(_ text: String) -> AuthError {
        .invalidState(text, "This version of the library does not have it; use a later one")
    }
}
