// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension MobileSession {
    /// Signs in with the token of a provider, without a request to any service; an invalid token fails the first
    /// call for credentials.
    ///
    /// - Throws: `federationProviderExists` while a user of the user pool is signed in, `invalidParameter` for the first
    ///   developer identity without an id.
    package func federatedSignIn(
        provider: String,
        token: String,
        options: FederatedSignInOptions
    ) async throws -> UserState {
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
        let role = options.customRoleARN ?? former?.customRoleARN
        try engine.adoptFederation(
            FederatedLogin(provider: provider, token: token, customRoleARN: role),
            identityID: options.cognitoIdentityId
        )
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
