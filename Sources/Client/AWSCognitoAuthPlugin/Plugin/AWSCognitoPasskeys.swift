// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where an app's passkeys are.
public enum AWSCognitoPasskeys: Sendable {
    /// Nowhere: calls that need one say so.
    case none
    /// In the app's own credential store, made by the library.
    ///
    /// The user's login to the machine stands for the verification of the user.
    case software
    /// With an authenticator that the app brings.
    case authenticator(any WebAuthnAuthenticator)
}
