// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Lists the signed-in user's passkeys, page by page.
    ///
    /// - Returns: passkeys of the type `AWSCognitoWebAuthnCredential`.
    /// - Throws: `AuthError`.
    public func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options? = nil
    ) async throws -> AuthListWebAuthnCredentialsResult {
        let options = options ?? AuthListWebAuthnCredentialsRequest.Options()
        let (pageSize, nextToken) = (Int(clamping: options.pageSize), options.nextToken)
        let event = HubPayload.EventName.Auth.listWebAuthnCredentialsAPI
        return try await run(event, .userPool) { engine throws(SessionError) in
            try await engine.passkeys(pageSize: pageSize, nextToken: nextToken)
        } answer: { page in
            AuthListWebAuthnCredentialsResult(
                credentials: page.passkeys.map(AWSCognitoWebAuthnCredential.init),
                nextToken: page.nextToken
            )
        }
    }
}

extension AWSCognitoWebAuthnCredential {
    fileprivate init(_ passkey: UserPasskey) {
        self.init(
            credentialId: passkey.id,
            createdAt: passkey.createdAt,
            relyingPartyId: passkey.relyingPartyID,
            friendlyName: passkey.friendlyName
        )
    }
}
