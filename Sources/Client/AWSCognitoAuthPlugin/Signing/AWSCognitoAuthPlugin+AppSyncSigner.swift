// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension AWSCognitoAuthPlugin {
    /// Makes a function that signs requests to a GraphQL API with the credentials of the app's session.
    ///
    /// - Parameter region: the API's region.
    /// - Returns: the function, which returns the signed request. It throws `AuthError`: why there are no credentials;
    ///   `.validation` for a request that cannot be signed.
    public static func createAppSyncSigner(region: String) -> ((URLRequest) async throws -> URLRequest) {
        let signer = AWSRequestSigner(service: "appsync", region: region)
        return { try await signer.sign($0) }
    }
}
