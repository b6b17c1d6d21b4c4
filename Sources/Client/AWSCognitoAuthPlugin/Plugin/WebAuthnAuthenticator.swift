// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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
