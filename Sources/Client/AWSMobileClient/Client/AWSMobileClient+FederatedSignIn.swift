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
        // Stored before the call returns, so that the next call of the app finds it.
        let adoption = Result { [session] in
            try session.adoptFederation(provider: providerName, token: token, options: federatedSignInOptions)
        }
        session.answer(completionHandler, signsIn: true, unless: {}) {
            try adoption.get()
            return try await $0.completeFederation(provider: providerName, token: token)
        }
    }
}
