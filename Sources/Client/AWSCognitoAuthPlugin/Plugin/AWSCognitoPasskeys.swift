// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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

/// An authenticator that makes passkeys and signs with them for an app: a security key, a platform service, a program.
///
/// Options and credentials are the JSON forms of WebAuthn Level 3, section 5.1, binary values in Base64URL.
public protocol WebAuthnAuthenticator: Sendable {
    /// Makes a passkey.
    ///
    /// - Parameter creationOptions: `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: `RegistrationResponseJSON`.
    /// - Throws: `CancellationError` if the user cancels, another error if the operation fails.
    func makeCredential(creationOptions: Data) async throws -> Data

    /// Signs with a passkey.
    ///
    /// - Parameter requestOptions: `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: `AuthenticationResponseJSON`.
    /// - Throws: `CancellationError` if the user cancels, another error if the operation fails.
    func assertCredential(requestOptions: Data) async throws -> Data
}
