// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccess
import GatehouseStorage
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

/// A house with a provider of OpenID Connect, which is registered in the account and listed by the pool.
struct FederatedTown: Sendable {
    static let key = "login.example.com/tenant"
    static let arn = "arn:aws:iam::123456789012:oidc-provider/\(key)"

    let house: House
    let pool: String
    let provider: TestOpenIDProvider

    init(url: String = "https://\(Self.key)", answers: [String: String] = [:]) async throws {
        provider = try TestOpenIDProvider(url, answers: answers)
        house = try await House(fetch: provider)
        let entry = try OpenIDProvider(issuer: "https://\(Self.key)", clientIDs: ["app"])
        let now = house.clock.now
        try await house.access.write {
            try $0.insert(AccessRecord(entry, origin: .command, createdAt: now, modifiedAt: now))
        }
        pool = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "federated", allowUnauthenticatedIdentities: false,
                supportedLoginProviders: ["accounts.google.com": "app"], openIdConnectProviderARNs: [Self.arn],
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(providerName: UserPool.first.key, clientId: "web"),
                    CognitoIdentityProvider(
                        providerName: "cognito-idp.us-east-1.amazonaws.com/us-east-1_Elsewhere", clientId: "app"),
                ])
        ).identityPoolId
        try await setMappings(nil)
    }

    func setMappings(_ mappings: [String: RoleMapping]?) async throws {
        try await house.setRoles(of: pool, ["authenticated": House.authenticatedRole], mappings: mappings)
    }

    func token(as subject: String, claims changes: [String: WireValue?] = [:]) throws -> String {
        try provider.token(for: "app", as: subject, at: house.clock.now, claims: changes)
    }
}
