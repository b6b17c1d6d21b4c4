// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Signs a user of an identity provider in with the identity pool.
    ///
    /// The token is stored, not checked: one that the identity pool refuses is found when credentials are fetched.
    ///
    /// - Parameters:
    ///   - providerName: the provider's name in the identity pool, such as a raw value of `IdentityProvider`.
    ///   - token: the token that the provider issued.
    ///   - federatedSignInOptions: an identity id, and the role of the credentials.
    ///   - completionHandler: receives the state, or the reason for the failure.
    public func federatedSignIn(
        providerName: String,
        token: String,
        federatedSignInOptions: FederatedSignInOptions = FederatedSignInOptions(),
        completionHandler: @escaping ((UserState?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: {}) {
            try await $0.federatedSignIn(provider: providerName, token: token, options: federatedSignInOptions)
        }
    }
}
