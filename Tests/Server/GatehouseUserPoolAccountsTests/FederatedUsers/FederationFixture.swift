// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension PoolFixture {
    /// Signs in a person after the authentication at a provider of the pool.
    func federate(
        _ provider: String = "Google", _ subject: String = "g1", claims: [WireName: WireValue] = [:],
        spoken: [WireName: WireValue] = [:], tokens: [WireName: WireValue] = [:]
    ) async throws -> FederatedSignIn {
        let record = try await administrator.pools.records.read { [poolID] store in
            try store.existingIdentityProvider(provider, inPool: poolID)
        }
        let person = FederatedPerson(
            provider: record, subject: subject, claims: claims, spoken: spoken, tokens: tokens,
            document: ["idToken": .object(claims)])
        return try await anyone.signIn(person, clientID: client.id)
    }

    /// Replaces the mapping of a provider.
    func map(_ mapping: [String: String], at provider: String = "Google") async throws {
        _ = try await administrator.updateIdentityProvider(
            UpdateIdentityProviderRequest(userPoolId: poolID, providerName: provider, attributeMapping: mapping))
    }

    /// Adds a provider of OpenID Connect.
    func addProvider(_ name: String) async throws {
        _ = try await administrator.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: poolID, providerName: name, providerType: .oidc,
                providerDetails: [
                    "client_id": "app", "client_secret": "s", "authorize_scopes": "openid",
                    "oidc_issuer": "https://\(name).example.com", "attributes_request_method": "GET",
                    "authorize_url": "https://op.example.com/a", "token_url": "https://op.example.com/t",
                    "attributes_url": "https://op.example.com/u", "jwks_uri": "https://op.example.com/k",
                ]))
    }

    /// The attributes of a user by their names.
    func attributes(of username: String) async throws -> [String: String] {
        let listed = try await user(username).userAttributes ?? []
        return Dictionary(listed.map { ($0.name, $0.value ?? "") }) { $1 }
    }
}
