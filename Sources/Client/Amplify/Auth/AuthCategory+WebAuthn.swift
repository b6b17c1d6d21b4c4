// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthCategory: AuthCategoryWebAuthnBehaviour {
    #if os(visionOS)
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await plugin.associateWebAuthnCredential(presentationAnchor: presentationAnchor, options: options)
    }
    #else
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await plugin.associateWebAuthnCredential(presentationAnchor: presentationAnchor, options: options)
    }
    #endif

    /// The user's passkeys, a page at a time.
    ///
    /// - Throws: `AuthError`.
    public func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options? = nil
    ) async throws -> AuthListWebAuthnCredentialsResult {
        try await plugin.listWebAuthnCredentials(options: options)
    }

    /// Deletes a passkey.
    ///
    /// - Throws: `AuthError`.
    public func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await plugin.deleteWebAuthnCredential(credentialId: credentialId, options: options)
    }
}
