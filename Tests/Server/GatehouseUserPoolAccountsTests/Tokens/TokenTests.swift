// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct TokenTests {
    private func fixture() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        return fixture
    }

    @Test func `an ID token has the claims for the issuer, the client, the user and the times`() async throws {
        let fixture = try await fixture()
        let claims = try claims(try await fixture.tokens().idToken)
        let now = WireValue.integer(Int64(fixture.gatehouse.clock.now.timeIntervalSince1970))
        #expect(claims["iss"] == .string("http://localhost:9229/\(fixture.poolID)"))
        #expect(claims["aud"] == .string(fixture.client.id) && claims["token_use"] == "id")
        #expect(claims["cognito:username"] == "alice" && claims["email"] == "alice@example.com")
        #expect(claims["email_verified"] == .bool(true) && claims["at_hash"] == nil)
        #expect(claims["auth_time"] == now && claims["iat"] == now)
        for name in ["sub", "event_id", "jti", "origin_jti"] {
            #expect(claims[name]?.stringValue?.count == 36, "\(name)")
        }
    }

    @Test func `an access token carries no attributes`() async throws {
        let fixture = try await fixture()
        let claims = try claims(try await fixture.tokens().accessToken)
        #expect(
            Set(claims.keys) == [
                "sub", "iss", "client_id", "origin_jti", "event_id", "token_use", "scope", "auth_time", "exp",
                "iat", "jti", "username",
            ])
        #expect(claims["scope"] == "aws.cognito.signin.user.admin")
    }

    @Test func `a client sees in the ID token only what it may read`() async throws {
        let fixture = try await PoolFixture.make { $0.readAttributes = ["name"] }
        try await fixture.makeUser()
        let claims = try claims(try await fixture.tokens().idToken)
        #expect(claims["email"] == nil && claims["email_verified"] == nil)
        let user = try await fixture.anyone.getUser(
            GetUserRequest(accessToken: try await fixture.tokens().accessToken ?? ""))
        #expect(user.userAttributes.map(\.name) == ["sub"])
    }

    @Test func `lifetimes follow the client's settings and units`() async throws {
        let fixture = try await PoolFixture.make {
            $0.accessTokenValidity = 10
            $0.tokenValidityUnits = TokenValidityUnitsType(accessToken: .minutes)
        }
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let claims = try claims(tokens.accessToken)
        #expect(tokens.expiresIn == 600)
        let issued = try #require(claims["iat"]?.integerValue)
        let expiry = try #require(claims["exp"]?.integerValue)
        #expect(expiry - issued == 600)
    }

    @Test func `the header names key and algorithm only, and ID and access tokens have keys of their own`() async throws
    {
        let fixture = try await fixture()
        let tokens = try await fixture.tokens()
        let headers = try [tokens.idToken, tokens.accessToken].map { token in
            let first = try #require(token?.split(separator: ".").first)
            return try WireValue(json: Data(try #require(Base64URL.decode(first)))).objectValue ?? [:]
        }
        for header in headers {
            #expect(Set(header.keys) == ["kid", "alg"] && header["alg"] == "RS256")
        }
        #expect(headers[0]["kid"] != headers[1]["kid"])
    }

    @Test func `the key set verifies both tokens, and discovery names it`() async throws {
        let fixture = try await fixture()
        let pools = fixture.gatehouse.installation.userPools
        let keySet = try await pools.discovery.jsonWebKeySet(ofPool: fixture.poolID)
        var keys: [String: RSAVerificationKey] = [:]
        for key in keySet["keys"]?.arrayValue ?? [] {
            let id = try #require(key["kid"]?.stringValue)
            #expect(id.hasSuffix("=") && id.count == 44)
            keys[id] = try RSAVerificationKey(
                jwk: (n: try #require(key["n"]?.stringValue), e: try #require(key["e"]?.stringValue)), keyID: id)
        }
        let tokens = try await fixture.tokens()
        for token in [tokens.idToken, tokens.accessToken] {
            _ = try UnverifiedJWS(try #require(token)).verified(by: keys)
        }
        let document = try await pools.discovery.discoveryDocument(ofPool: fixture.poolID)
        #expect(document["issuer"] == .string("http://localhost:9229/\(fixture.poolID)"))
        #expect(document["jwks_uri"]?.stringValue?.hasSuffix("/.well-known/jwks.json") == true)
    }

    @Test func `after a rotation new keys sign, and tokens under the old ones stay good`() async throws {
        let fixture = try await fixture()
        let before = try await fixture.tokens()
        try await fixture.gatehouse.installation.userPools.keyRotation.rotateSigningKeys(ofPool: fixture.poolID)
        let after = try await fixture.tokens()
        #expect(
            try UnverifiedJWS(before.accessToken ?? "").keyID != UnverifiedJWS(after.accessToken ?? "").keyID)
        for tokens in [before, after] {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        }
        let keySet = try await fixture.gatehouse.installation.userPools.discovery.jsonWebKeySet(ofPool: fixture.poolID)
        #expect(keySet["keys"]?.arrayValue?.count == 4)
    }

    @Test func `old keys can be discarded at once, and leave once no token under them lives`() async throws {
        let fixture = try await fixture()
        let pools = fixture.gatehouse.installation.userPools
        let before = try await fixture.tokens()
        try await pools.keyRotation.rotateSigningKeys(ofPool: fixture.poolID, discardingOld: true)
        #expect(try await pools.discovery.jsonWebKeySet(ofPool: fixture.poolID)["keys"]?.arrayValue?.count == 2)
        let refusal = try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: before.accessToken ?? ""))
        }
        #expect(refusal?.code == .notAuthorized)
        for (hours, left) in [(0.0, 4), (24, 6), (2, 6), (30, 4)] {
            fixture.gatehouse.clock.advance(by: hours * 3_600)
            try await pools.keyRotation.rotateSigningKeys(ofPool: fixture.poolID)
            #expect(try await pools.discovery.jsonWebKeySet(ofPool: fixture.poolID)["keys"]?.arrayValue?.count == left)
        }
    }

    @Test func `a retired key verifies for a day and an hour, which outlives all that it signed`() async throws {
        let fixture = try await fixture()
        let pools = fixture.anyone.pools
        let old = try await pools.records.read { [poolID = fixture.poolID] in try $0.signingKeys(ofPool: poolID) }
        var claims = try claims(try await fixture.tokens().accessToken)
        claims["exp"] = .integer(Int64(fixture.gatehouse.clock.now.timeIntervalSince1970) + 10 * 86_400)
        let forged = try pools.tokens.keys.sign(
            WireValue.object(claims).jsonBytes(), with: try #require(old.current(.accessTokens)))
        try await pools.keyRotation.rotateSigningKeys(ofPool: fixture.poolID)
        fixture.gatehouse.clock.advance(by: 25 * 3_600 - 1)
        _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: forged))
        #expect(try await pools.discovery.jsonWebKeySet(ofPool: fixture.poolID)["keys"]?.arrayValue?.count == 4)
        fixture.gatehouse.clock.advance(by: 1)
        let refusal = try await fault { _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: forged)) }
        #expect(refusal?.message == "Could not verify signature for Access Token")
        let keys = try await pools.discovery.jsonWebKeySet(ofPool: fixture.poolID)["keys"]?.arrayValue
        #expect(keys?.count == 2)
        #expect(Set(old.map(\.id)).isDisjoint(with: keys?.compactMap { $0["kid"]?.stringValue } ?? []))
    }

    @Test func `a login whose signature is wrong says why to the log only`() async throws {
        let fixture = try await fixture()
        let token = try await fixture.tokens().idToken ?? ""
        let altered = token.split(separator: ".").dropLast().joined(separator: ".") + ".AAAA"
        let refusal = try await fault {
            _ = try await fixture.anyone.pools.loginVerifier.verify(
                token: altered, provider: "localhost/\(fixture.poolID)", checksRevocation: false)
        }
        #expect(refusal?.message == "Invalid login token. Couldn't verify signed token.")
        #expect((refusal?.cause as? any RefusalReason)?.refusedBy == "token_signature")
    }

    @Test func `a pool that does not exist has no keys`() async throws {
        let fixture = try await fixture()
        let refusal = try await fault {
            _ = try await fixture.gatehouse.installation.userPools.discovery.jsonWebKeySet(ofPool: "us-east-1_None")
        }
        #expect(refusal == .noSuchUserPool("us-east-1_None"))
    }
}
