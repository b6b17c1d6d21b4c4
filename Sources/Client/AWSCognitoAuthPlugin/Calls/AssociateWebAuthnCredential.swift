// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    #if os(visionOS)
    /// Makes a passkey for the signed-in user: where the system keeps them, above the anchor, or with the authenticator
    /// that the plugin was made with.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await associate(above: presentationAnchor)
    }
    #else
    /// Makes a passkey for the signed-in user: where the system keeps them, above the anchor, or with the authenticator
    /// that the plugin was made with.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await associate(above: presentationAnchor)
    }
    #endif

    private func associate(above anchor: AuthUIPresentationAnchor?) async throws {
        let event = HubPayload.EventName.Auth.associateWebAuthnCredentialAPI
        try await run(event, .userPool, above: anchor) { engine throws(SessionError) in
            try await engine.associatePasskey()
        } answer: {
        }
    }
}
