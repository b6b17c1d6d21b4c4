// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The place of an app's passkeys.
public enum AWSCognitoPasskeys: Sendable {
    /// Nowhere: calls that need one say so.
    case none
    /// In the system's own store: the default.
    ///
    /// On Apple's systems through AuthenticationServices, above the window that a call names
    /// (`presentationAnchorForWebAuthn`); watches and televisions have none. On Linux with the software authenticator,
    /// as `.software`: nothing is stored before `associateWebAuthnCredential`.
    case platform
    /// In the app's own credential store, made by the library.
    ///
    /// The user's login to the machine counts as the verification of the user. A sign-in offers a passkey only to a
    /// user with a passkey in the store.
    case software
    /// With the app's own authenticator.
    case authenticator(any WebAuthnAuthenticator)
}
