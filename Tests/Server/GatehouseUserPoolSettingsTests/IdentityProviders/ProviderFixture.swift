// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Answers with documents by their addresses; no other address has a host.
struct ProviderDocuments: OutboundFetch {
    /// The status and the body of each answer.
    var answers: [String: (status: Int, body: String)] = [:]

    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        guard let answer = answers[request.url] else { throw .refusedAddress }
        let body = Array(answer.body.utf8)
        guard body.count <= request.bodyLimit else { throw .tooLarge }
        return OutboundResponse(status: answer.status, body: body)
    }
}

extension PoolFixture {
    /// The details of a social provider as a request has them.
    static let social = ["client_id": "app", "client_secret": "hush-hush", "authorize_scopes": "openid email"]
    /// The details of a provider of OpenID Connect as a request has them.
    static let openID = social.merging([
        "oidc_issuer": "https://op.example.com", "attributes_request_method": "GET",
        "authorize_url": "https://op.example.com/a", "token_url": "https://op.example.com/t",
        "attributes_url": "https://op.example.com/u", "jwks_uri": "https://op.example.com/k",
    ]) { $1 }

    /// Creates a provider; without more, Google.
    @discardableResult
    func createProvider(
        _ name: String = "Google", _ type: IdentityProviderTypeType = .google, details: [String: String] = social,
        mapping: [String: String]? = nil, identifiers: [String]? = nil
    ) async throws -> IdentityProviderType {
        try await administrator.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: poolID, providerName: name, providerType: type, providerDetails: details,
                attributeMapping: mapping, idpIdentifiers: identifiers)
        ).identityProvider
    }

    /// Changes members of a provider.
    @discardableResult
    func updateProvider(
        _ name: String = "Google", details: [String: String]? = nil, mapping: [String: String]? = nil,
        identifiers: [String]? = nil
    ) async throws -> IdentityProviderType {
        try await administrator.updateIdentityProvider(
            UpdateIdentityProviderRequest(
                userPoolId: poolID, providerName: name, providerDetails: details, attributeMapping: mapping,
                idpIdentifiers: identifiers)
        ).identityProvider
    }

    /// Reads a provider.
    func provider(_ name: String = "Google") async throws -> IdentityProviderType {
        try await administrator.describeIdentityProvider(
            DescribeIdentityProviderRequest(userPoolId: poolID, providerName: name)
        ).identityProvider
    }

    /// Removes a provider.
    func deleteProvider(_ name: String = "Google") async throws {
        try await administrator.deleteIdentityProvider(
            DeleteIdentityProviderRequest(userPoolId: poolID, providerName: name))
    }
}
