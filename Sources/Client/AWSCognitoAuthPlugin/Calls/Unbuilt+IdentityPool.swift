// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

// The calls about the identity pool that are not built yet; `UnbuiltCall` lists them all.
extension AWSCognitoAuthPlugin {
    /// Not built yet.
    public func federateToIdentityPool(
        withProviderToken: String,
        for provider: AuthProvider,
        options: AuthFederateToIdentityPoolRequest.Options? = nil
    ) async throws -> FederateToIdentityPoolResult {
        try refuse(.federateToIdentityPool, HubPayload.EventName.Auth.federateToIdentityPoolAPI)
    }

    /// Not built yet.
    public func clearFederationToIdentityPool(
        options: AuthClearFederationToIdentityPoolRequest.Options? = nil
    ) async throws {
        try refuse(.clearFederationToIdentityPool, HubPayload.EventName.Auth.clearedFederationToIdentityPoolAPI) as Void
    }

    /// Not built yet: the function throws.
    public static func createAppSyncSigner(region: String) -> ((URLRequest) async throws -> URLRequest) {
        { _ in throw UnbuiltCall.createAppSyncSigner.error }
    }
}
