// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    #if os(visionOS)
    /// Makes a passkey for the signed-in user, with the authenticator that the plugin was made with.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await associate()
    }
    #else
    /// Makes a passkey for the signed-in user, with the authenticator that the plugin was made with.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await associate()
    }
    #endif

    private func associate() async throws {
        let event = HubPayload.EventName.Auth.associateWebAuthnCredentialAPI
        try await run(event, .userPool) { engine throws(SessionError) in
            try await engine.associatePasskey()
        } answer: {
        }
    }
}
