// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

/// A house with a provider of OpenID Connect, which is registered in the account and listed by the pool.
struct FederatedTown: Sendable {
    static let key = "login.example.com/tenant"
    static let arn = "arn:aws:iam::123456789012:oidc-provider/\(key)"
    static let signingKey = Result { try RSASigningKey.generate() }

    let house: House
    let pool: String
    let url: String

    init(url: String = "https://\(Self.key)", answers: [String: String] = [:]) async throws {
        self.url = url
        house = try await House(
            fetch: OneIssuer(url: url, key: try Self.signingKey.get().publicKey, answers: answers))
        let provider = try OpenIDProvider(issuer: "https://\(Self.key)", clientIDs: ["app"])
        let now = house.clock.now
        try await house.access.write {
            try $0.insert(AccessRecord(provider, origin: .command, createdAt: now, modifiedAt: now))
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
        let now = Int64(house.clock.now.timeIntervalSince1970)
        var claims: [WireName: WireValue] = [
            "iss": .string(url), "sub": .string(subject), "aud": "app", "iat": .integer(now),
            "exp": .integer(now + 3_600),
        ]
        for (name, value) in changes { claims[WireName(name)] = value }
        return try JWS.sign(
            payload: WireValue.object(claims).jsonBytes(), key: try Self.signingKey.get(),
            signer: SwiftCryptoRSASigner())
    }
}

/// Answers with the documents of one issuer, and with others by their URL up to the query.
struct OneIssuer: OutboundFetch {
    let url: String
    let key: RSAVerificationKey
    var answers: [String: String] = [:]

    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let (n, e) = key.jwk
        let body =
            switch request.url {
            case "\(url)/.well-known/openid-configuration": #"{"issuer": "\#(url)", "jwks_uri": "\#(url)/keys"}"#
            case "\(url)/keys": #"{"keys": [{"kty": "RSA", "kid": "\#(key.keyID)", "n": "\#(n)", "e": "\#(e)"}]}"#
            default: try other(request)
            }
        return OutboundResponse(status: 200, body: Array(body.utf8))
    }

    private func other(_ request: OutboundRequest) throws(OutboundFailure) -> String {
        guard let body = answers[String(request.url.prefix { $0 != "?" })] else { throw .unresolved }
        return body
    }
}
