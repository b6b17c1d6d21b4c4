// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension PoolFixture {
    /// A pool with Google, a provider of OpenID Connect called `corp`, and the user `alice`.
    static func withProviders(
        pool: CreateUserPoolRequest = request { _ in }, on server: TestGatehouse? = nil
    ) async throws -> PoolFixture {
        let fixture = try await make(pool: pool, on: server)
        let social = ["client_id": "app", "client_secret": "s", "authorize_scopes": "openid"]
        let openID = social.merging([
            "oidc_issuer": "https://op.example.com", "attributes_request_method": "GET",
            "authorize_url": "https://op.example.com/a", "token_url": "https://op.example.com/t",
            "attributes_url": "https://op.example.com/u", "jwks_uri": "https://op.example.com/k",
        ]) { $1 }
        for (name, type, details) in [("Google", IdentityProviderTypeType.google, social), ("corp", .oidc, openID)] {
            _ = try await fixture.administrator.createIdentityProvider(
                CreateIdentityProviderRequest(
                    userPoolId: fixture.poolID, providerName: name, providerType: type, providerDetails: details))
        }
        try await fixture.makeUser()
        return fixture
    }

    /// Links a person at a provider to a user of the pool, or to the user with another identity.
    func link(
        _ provider: String? = "Google", _ value: String? = "g1", by attribute: String? = "Cognito_Subject",
        to username: String? = "alice", at destination: String? = "Cognito"
    ) async throws {
        _ = try await administrator.adminLinkProviderForUser(
            AdminLinkProviderForUserRequest(
                userPoolId: poolID,
                destinationUser: ProviderUserIdentifierType(
                    providerName: destination, providerAttributeValue: username),
                sourceUser: ProviderUserIdentifierType(
                    providerName: provider, providerAttributeName: attribute, providerAttributeValue: value)))
    }

    /// Disables an identity, or the password of a user.
    func disable(
        _ provider: String? = "Google", _ value: String? = "g1", by attribute: String? = "Cognito_Subject"
    ) async throws {
        _ = try await administrator.adminDisableProviderForUser(
            AdminDisableProviderForUserRequest(
                userPoolId: poolID,
                user: ProviderUserIdentifierType(
                    providerName: provider, providerAttributeName: attribute, providerAttributeValue: value)))
    }

    /// Makes the user that a first sign-in with a provider makes.
    func makeFederatedUser(_ provider: String = "Google", _ subject: String) async throws {
        let now = gatehouse.clock.now
        let user = UserRecord(
            sub: "sub of \(subject)", poolID: poolID, username: "\(provider)_\(subject)", status: .externalProvider,
            attributes: [:], password: nil, createdAt: now, modifiedAt: now)
        try await administrator.pools.records.write { [poolID] store in
            try store.insert(user, names: [SignInName(.username, user.username)])
            try store.insert(
                FederatedIdentityRecord(
                    key: FederatedIdentityRecord.Key(
                        poolID: poolID, provider: provider, attribute: IdentityProviderKind.subjectAttribute,
                        value: subject),
                    sub: user.sub, kind: .google, issuer: nil, isPrimary: true, createdAt: now))
            try store.refreshIdentities(of: user, at: now)
        }
    }

    /// The identities in the attribute of a user.
    func identities(of username: String = "alice") async throws -> [WireValue] {
        let value = try await user(username).userAttributes?.first { $0.name == "identities" }?.value
        guard let value else { return [] }
        return try WireValue(json: Array(value.utf8)).arrayValue ?? []
    }
}
