// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire

/// A client of a pool, with its secret.
struct TestClient: Sendable {
    let id: String
    let secret: String
}

/// Resource servers and clients that act for themselves.
extension PoolFixture {
    /// The scopes of the resource servers of ``makeResourceServers()``.
    static let customScopes = ["https://api.example.com/v1/read", "orders/read", "orders/write"]

    /// Makes a resource server `orders` with two scopes, and one whose identifier is a URL.
    func makeResourceServers() async throws {
        try await makeResourceServer("orders", scopes: ["read", "write"])
        try await makeResourceServer("https://api.example.com/v1", scopes: ["read"])
    }

    /// Makes a resource server with scopes of these names.
    func makeResourceServer(_ identifier: String, scopes: [String]) async throws {
        _ = try await administrator.createResourceServer(
            CreateResourceServerRequest(
                userPoolId: poolID, identifier: identifier, name: "test",
                scopes: scopes.map { ResourceServerScopeType(scopeName: $0, scopeDescription: $0) }))
    }

    /// Makes a client with a secret, which may ask for tokens of its own.
    func makeMachine(
        scopes: [String] = PoolFixture.customScopes,
        changing change: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> TestClient {
        var request = CreateUserPoolClientRequest(
            userPoolId: poolID, clientName: "machine", generateSecret: true, explicitAuthFlows: [.allowClientTokenAuth],
            allowedOAuthFlows: [.clientCredentials], allowedOAuthScopes: scopes)
        change(&request)
        let client = try await administrator.createUserPoolClient(request).userPoolClient
        return TestClient(id: client?.clientId ?? "", secret: client?.clientSecret ?? "")
    }

    /// Calls `GetClientToken` with the client's secret.
    func clientToken(
        of client: TestClient, scopes: [String]? = nil, metadata: [String: String]? = nil
    ) async throws -> ClientAuthenticationResultType? {
        try await anyone.getClientToken(
            GetClientTokenRequest(
                clientId: client.id, secret: client.secret, scopes: scopes, clientMetadata: metadata)
        ).clientAuthenticationResult
    }
}
