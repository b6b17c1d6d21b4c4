// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !(os(iOS) || os(macOS) || os(visionOS))
// The original library declares these calls on Apple's systems only. A plugin or mock that is written for it therefore
// has none of them elsewhere, and conforms through these.
extension AuthCategoryBehavior {
    /// Fails: the plugin does not sign in on the hosted pages.
    ///
    /// - Throws: `AuthError.service`.
    public func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        throw AuthError.missing("signInWithWebUI")
    }

    /// Fails: the plugin does not sign in on the hosted pages.
    ///
    /// - Throws: `AuthError.service`.
    public func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        throw AuthError.missing("signInWithWebUI")
    }
}

extension AuthCategoryWebAuthnBehaviour {
    /// Fails: the plugin does not register passkeys.
    ///
    /// - Throws: `AuthError.service`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws {
        throw AuthError.missing("associateWebAuthnCredential")
    }
}

extension AuthError {
    /// The error of a call that the Auth plugin does not implement.
    fileprivate static func missing(_ call: String) -> AuthError {
        .service("The Auth plugin does not implement \(call)", "Implement \(call), or use another plugin")
    }
}
#endif
