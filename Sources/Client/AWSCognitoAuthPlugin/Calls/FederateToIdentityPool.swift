// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Exchanges a provider's token for AWS credentials, without the user pool.
    ///
    /// The session is then federated: `fetchAuthSession` has its identity id and credentials, and renews the credentials
    /// with this token for as long as the provider's token is valid. Nothing renews the token itself: then call this
    /// again with a new one.
    ///
    /// - Parameters:
    ///   - withProviderToken: the token that the provider issued to the app.
    ///   - provider: the provider, as the identity pool knows it.
    ///   - options: an identity id that is known already, for which `GetId` is not called.
    /// - Returns: the credentials and the identity id.
    /// - Throws: `AuthError`: `.invalidState` while a user is signed in or signs in; `.configuration` without an identity
    ///   pool; else the identity pool's refusal.
    public func federateToIdentityPool(
        withProviderToken: String,
        for provider: AuthProvider,
        options: AuthFederateToIdentityPoolRequest.Options? = nil
    ) async throws -> FederateToIdentityPoolResult {
        let login = FederatedLogin(provider: provider.loginsKey, token: withProviderToken)
        let identityID = options?.developerProvidedIdentityID
        let event = HubPayload.EventName.Auth.federateToIdentityPoolAPI
        return try await run(event, .session) { engine throws(SessionError) in
            try await engine.federate(login, identityID: identityID)
        } answer: { identity in
            FederateToIdentityPoolResult(
                credentials: AuthAWSCognitoCredentials(identity.credentials),
                identityId: identity.identityID
            )
        }
    }

    /// Removes the federated session from this device; the user stays signed in at the provider.
    ///
    /// - Throws: `AuthError`: `.invalidState` if the session is not federated; `.service` after a federation that failed
    ///   and left nothing to remove.
    public func clearFederationToIdentityPool(
        options: AuthClearFederationToIdentityPoolRequest.Options? = nil
    ) async throws {
        let event = HubPayload.EventName.Auth.clearedFederationToIdentityPoolAPI
        try await run(event, .session) { engine throws(SessionError) in
            try await engine.clearFederation()
        } answer: {
        }
    }
}
