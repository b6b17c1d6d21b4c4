// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension MobileSession {
    /// Signs in with the token of a provider, without a request to any service; an invalid token fails the first
    /// call for credentials.
    ///
    /// - Throws: as `adoptFederation`.
    package func federatedSignIn(
        provider: String,
        token: String,
        options: FederatedSignInOptions
    ) async throws -> UserState {
        try adoptFederation(provider: provider, token: token, options: options)
        return try await completeFederation(provider: provider, token: token)
    }

    /// Stores the login of a federated sign-in.
    ///
    /// - Throws: `federationProviderExists` while a user of the user pool is signed in, `invalidParameter` for the first
    ///   developer identity without an id.
    package func adoptFederation(provider: String, token: String, options: FederatedSignInOptions) throws {
        let engine = try engine
        let record = record
        // A session of hosted pages is replaced.
        if let user = record?.user, !user.method.isOnPages { throw AWSMobileClientError.userPoolSession }
        let former = record?.federatedLogin
        if provider == IdentityProvider.developer.rawValue, former?.provider != provider,
            options.cognitoIdentityId == nil
        {
            throw AWSMobileClientError.noDeveloperIdentity
        }
        try engine.adoptFederation(
            FederatedLogin(provider: provider, token: token, customRoleARN: options.customRoleARN),
            identityID: options.cognitoIdentityId
        )
    }

    /// Shows that the user of a login that was stored is signed in.
    ///
    /// - Throws: `unableToSignIn` if another session has taken its place, or none.
    package func completeFederation(provider: String, token: String) async throws -> UserState {
        guard let login = record?.login, login.provider == provider, login.token == token else {
            throw AWSMobileClientError.signedOutMeanwhile
        }
        try await completeSignIn(["provider": provider, "token": token])
        return .signedIn
    }
}

extension SessionRecord {
    /// The login of a session that is federated by a token.
    fileprivate var federatedLogin: FederatedLogin? {
        if case .federated(let login, _) = self, login.pages == nil { login } else { nil }
    }
}
