// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServerCrypto
import GatehouseWire
import Testing

@Suite struct GetOpenIdTokenTests {
    @Test func `a guest gets a token of ten minutes in the form of the service`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let (identity, token) = try await house.token(guest)
        #expect(identity == guest)
        let header = try #require(token.split(separator: ".").first)
        let keyID = try UnverifiedJWS(token).keyID
        #expect(keyID.wholeMatch(of: /us-east-1[0-9]+/) != nil)
        #expect(try Self.text(header) == #"{"kid":"\#(keyID)","typ":"JWS","alg":"RS512"}"#)
        let now = Int64(house.clock.now.timeIntervalSince1970)
        #expect(
            try Self.claims(token) == [
                "sub": .string(guest), "aud": .string(pool), "iss": "http://localhost:9229",
                "amr": ["unauthenticated"], "iat": .integer(now), "exp": .integer(now + 600),
                "https://cognito-identity.amazonaws.com/identity-pool-arn":
                    .string("arn:aws:cognito-identity:us-east-1:123456789012:identitypool/\(pool)"),
            ])
    }

    @Test func `a user's token names the login, and comes with the identity that owns it`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let owner = try await house.id(in: pool, login)
        let guest = try await house.id(in: pool)
        let (identity, token) = try await house.token(guest, login)
        #expect(identity == owner)
        let key = UserPool.first.key
        #expect(
            try Self.claims(token)["amr"] == ["authenticated", .string(key), .string("\(key):CognitoSignIn:alice")])
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(guest)) {
            _ = try await house.token(guest, login)
        }
    }

    @Test func `the published key verifies a token, and a changed token is none`() async throws {
        let house = try await House()
        let guest = try await house.id(in: try await house.makePool())
        #expect(try await house.pools.tokens.jsonWebKeySet() == ["keys": []])
        let token = try await house.token(guest).token
        let keys = try #require(try await house.pools.tokens.jsonWebKeySet()["keys"]?.arrayValue)
        #expect(keys.count == 1)
        #expect(keys[0]["kid"]?.stringValue == (try UnverifiedJWS(token).keyID))
        #expect(keys[0]["alg"] == "RS512" && keys[0]["kty"] == "RSA" && keys[0]["use"] == "sig")
        #expect(keys[0]["n"]?.stringValue == (try TokenIssuer.key.get().publicKey.jwk.n))
        #expect(try await house.pools.tokens.verified(token)?.identityID == guest)
        var parts = token.split(separator: ".").map(String.init)
        parts[1] = Data(#"{"sub":"us-east-1:0"}"#.utf8).base64EncodedString().filter { $0 != "=" }
        #expect(try await house.pools.tokens.verified(parts.joined(separator: ".")) == nil)
    }

    @Test func `a token ends with its time`() async throws {
        let house = try await House()
        let token = try await house.token(try await house.id(in: try await house.makePool())).token
        house.clock.advance(by: 599)
        #expect(try await house.pools.tokens.verified(token) != nil)
        house.clock.advance(by: 1)
        #expect(try await house.pools.tokens.verified(token) == nil)
    }

    @Test func `tokens of user pools and garbage are no identity tokens`() async throws {
        let house = try await House()
        _ = try await house.token(try await house.id(in: try await house.makePool()))
        #expect(try await house.pools.tokens.verified(try house.issuer.token(as: "alice")) == nil)
        for text in ["", "a.b.c", "..", String(repeating: "a", count: 60_000)] {
            #expect(try await house.pools.tokens.verified(text) == nil)
        }
    }

    @Test func `after a rotation the old key verifies for a day and an hour, and a discarded one not at all`()
        async throws
    {
        let house = try await House(keys: NewSigningKeys())
        let pool = try await house.makePool()
        try await house.pools.tokens.rotateKey(discardingOld: false)
        #expect(try await house.pools.tokens.jsonWebKeySet() == ["keys": []])
        let old = try await house.developerToken(in: pool, "alice", duration: 86_400).token
        try await house.pools.tokens.rotateKey(discardingOld: false)
        #expect(try await house.pools.tokens.verified(old) != nil)
        #expect(try await house.pools.tokens.jsonWebKeySet()["keys"]?.arrayValue?.count == 2)
        let new = try await house.developerToken(in: pool, "alice", duration: 86_400).token
        #expect(try UnverifiedJWS(new).keyID != UnverifiedJWS(old).keyID)
        try await house.pools.tokens.rotateKey(discardingOld: true)
        #expect(try await house.pools.tokens.verified(old) == nil)
        #expect(try await house.pools.tokens.verified(new) == nil)
        house.clock.advance(by: 90_000)
        #expect(try await house.pools.tokens.jsonWebKeySet()["keys"]?.arrayValue?.count == 1)
    }

    @Test func `without the classic flow, and with role mappings or SAML, there is no token`() async throws {
        let house = try await House()
        let off = try await Self.pool(house, classic: false)
        await #expect(throws: Self.refused("Basic (classic) flow is not enabled, please use enhanced flow.")) {
            _ = try await house.token(try await house.id(in: off))
        }
        let mapped = try await house.makePool(
            mappings: [
                "\(UserPool.first.key):web": RoleMapping(type: .token, ambiguousRoleResolution: .authenticatedRole)
            ])
        let text = "Basic (classic) flow is not supported with RoleMappings, please use enhanced flow."
        await #expect(throws: Self.refused(text)) { _ = try await house.token(try await house.id(in: mapped)) }
        let saml = "arn:aws:iam::123456789012:saml-provider/Office"
        let office = try await Self.pool(house, classic: nil, saml: [saml])
        let noSAML = "Basic (classic) flow is not supported with SAML, please use enhanced flow."
        await #expect(throws: Self.refused(noSAML)) {
            _ = try await house.token(try await house.id(in: office), [saml: "assertion"])
        }
        _ = try await house.token(try await house.id(in: office))
    }

    @Test func `an identity token is no login for another identity token`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let (identity, token) = try await house.developerToken(in: pool, "alice")
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. Can't pass in a Cognito token.")) {
            _ = try await house.token(identity, [House.cognito: token])
        }
        await #expect(throws: GetCredentialsForIdentityTests.forbidden(identity)) {
            _ = try await house.token(identity)
        }
    }

    static func pool(_ house: House, classic: Bool?, saml: [String]? = nil) async throws -> String {
        try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "classic", allowUnauthenticatedIdentities: true, allowClassicFlow: classic,
                samlProviderARNs: saml)
        ).identityPoolId
    }

    static func refused(_ text: String) -> ServiceFault { ServiceFault(.invalidParameter, text) }

    static func claims(_ token: String) throws -> [WireName: WireValue] {
        try #require(try WireValue(json: Data(try UnverifiedJWS(token).payload)).objectValue)
    }

    private static func text(_ part: Substring) throws -> String {
        var base64 = part.replacing("-", with: "+").replacing("_", with: "/")
        while base64.utf8.count % 4 != 0 { base64 += "=" }
        return String(decoding: try #require(Data(base64Encoded: String(base64))), as: UTF8.self)
    }
}
