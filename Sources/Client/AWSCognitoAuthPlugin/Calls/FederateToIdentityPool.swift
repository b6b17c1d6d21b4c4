// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
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

/// A request to federate with the identity pool alone.
public struct AuthFederateToIdentityPoolRequest: AmplifyOperationRequest, Sendable {
    /// The provider's token.
    public let token: String

    /// The provider.
    public let provider: AuthProvider

    /// The options.
    public var options: Options

    /// Makes a request.
    public init(token: String, provider: AuthProvider, options: Options) {
        self.token = token
        self.provider = provider
        self.options = options
    }

    /// The options of a request to federate.
    public struct Options: Sendable {
        /// The identity id, if the app's own back end chose it.
        public let developerProvidedIdentityID: String?

        /// Makes options.
        public init(developerProvidedIdentityID: String? = nil) {
            self.developerProvidedIdentityID = developerProvidedIdentityID
        }
    }
}

/// A request to end a federation.
public struct AuthClearFederationToIdentityPoolRequest: AmplifyOperationRequest, Sendable {
    /// The options.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request to end a federation.
    public struct Options: Sendable {
        /// Makes options.
        public init() {}
    }
}

/// The result of a federation with the identity pool.
public struct FederateToIdentityPoolResult: Sendable {
    /// The AWS credentials.
    public let credentials: any AWSTemporaryCredentials

    /// The identity pool's id for the user.
    public let identityId: String
}

extension AuthProvider {
    /// The name under which an identity pool accepts tokens of the provider.
    var loginsKey: String {
        switch self {
        case .amazon: "www.amazon.com"
        case .apple: "appleid.apple.com"
        case .facebook: "graph.facebook.com"
        case .google: "accounts.google.com"
        case .twitter: "api.twitter.com"
        case .oidc(let name), .saml(let name), .custom(let name): name
        }
    }
}
