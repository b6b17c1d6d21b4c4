// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user's passkeys.
public protocol AuthCategoryWebAuthnBehaviour: AnyObject {
    #if os(visionOS)
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws
    #else
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws
    #endif

    /// The user's passkeys, a page at a time.
    ///
    /// - Throws: `AuthError`.
    func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options?
    ) async throws -> AuthListWebAuthnCredentialsResult

    /// Deletes a passkey.
    ///
    /// - Throws: `AuthError`.
    func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options?
    ) async throws
}
