// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Takes a passkey from the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        let event = HubPayload.EventName.Auth.deleteWebAuthnCredentialAPI
        try await run(event, .userPool) { engine throws(SessionError) in
            try await engine.deletePasskey(credentialId)
        } answer: {
        }
    }
}
