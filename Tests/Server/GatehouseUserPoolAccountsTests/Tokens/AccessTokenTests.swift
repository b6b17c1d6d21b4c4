// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct AccessTokenTests {
    private func signedIn() async throws -> (fixture: PoolFixture, tokens: AuthenticationResultType) {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        return (fixture, try await fixture.tokens())
    }

    private func refusal(_ token: String, _ fixture: PoolFixture) async throws -> ServiceFault? {
        try await fault { _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: token)) }
    }

    private func encode(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }

    @Test func `the right token opens the user's own operations`() async throws {
        let (fixture, tokens) = try await signedIn()
        let user = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
        #expect(user.username == "alice")
        #expect(user.userAttributes.map(\.name) == ["sub", "email", "email_verified"])
    }

    @Test func `a token that was proven opens nothing when it is altered, and nothing after its sign-in is revoked`()
        async throws
    {
        let (fixture, tokens) = try await signedIn()
        let token = tokens.accessToken ?? ""
        for _ in 0..<2 { _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: token)) }
        let altered = String(token.dropLast(6)) + (token.hasSuffix("AAAAAA") ? "BBBBBB" : "AAAAAA")
        #expect(try await refusal(altered, fixture)?.code == .notAuthorized)
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: token))
        #expect(
            try await refusal(token, fixture) == ServiceFault(.notAuthorized, "Access Token has been revoked"))
    }

    @Test func `an ID token is no access token`() async throws {
        let (fixture, tokens) = try await signedIn()
        #expect(try await refusal(tokens.idToken ?? "", fixture) == .invalidAccessToken)
    }

    @Test func `an expired token is refused`() async throws {
        let (fixture, tokens) = try await signedIn()
        fixture.gatehouse.clock.advance(by: 3600)
        #expect(
            try await refusal(tokens.accessToken ?? "", fixture)
                == ServiceFault(.notAuthorized, "Access Token has expired"))
    }

    @Test func `a token without signature is refused`() async throws {
        let (fixture, tokens) = try await signedIn()
        let parts = (tokens.accessToken ?? "").split(separator: ".")
        let header = encode(#"{"kid":"x","alg":"none"}"#)
        for token in ["\(header).\(parts[1]).", "\(header).\(parts[1]).\(parts[2])"] {
            #expect(try await refusal(token, fixture)?.code == .notAuthorized)
        }
    }

    @Test func `a token signed by HMAC under the public key is refused`() async throws {
        let (fixture, tokens) = try await signedIn()
        let keySet = try await fixture.gatehouse.installation.userPools.discovery.jsonWebKeySet(ofPool: fixture.poolID)
        let payload = (tokens.accessToken ?? "").split(separator: ".")[1]
        for key in keySet["keys"]?.arrayValue ?? [] {
            let id = key["kid"]?.stringValue ?? ""
            let pem = try RSAVerificationKey(
                jwk: (n: key["n"]?.stringValue ?? "", e: key["e"]?.stringValue ?? ""), keyID: id
            ).pem
            let signed = encode(#"{"kid":"\#(id)","alg":"HS256"}"#) + "." + payload
            let mac = hmacSHA256(key: Array(pem.utf8), Array(signed.utf8))
            #expect(try await refusal("\(signed).\(Base64URL.encode(mac))", fixture)?.code == .notAuthorized)
        }
    }

    @Test func `a token of an unknown pool, or under an unknown key, is refused`() async throws {
        let (fixture, tokens) = try await signedIn()
        let stranger = try RSASigningKey.generate()
        let payload = Base64URL.decode((tokens.accessToken ?? "").split(separator: ".")[1]) ?? []
        let forged = try JWS.sign(payload: payload, key: stranger, signer: SwiftCryptoRSASigner())
        #expect(try await refusal(forged, fixture)?.message == "Could not verify signature for Access Token")
        let other = try await PoolFixture.make(on: TestGatehouse(seed: 2))
        try await other.makeUser()
        #expect(try await refusal(other.accessToken(), fixture)?.code == .notAuthorized)
    }

    @Test(arguments: 0..<3)
    func `a token with any part changed is refused`(_ part: Int) async throws {
        let (fixture, tokens) = try await signedIn()
        var parts = (tokens.accessToken ?? "").split(separator: ".").map(String.init)
        var bytes = try #require(Base64URL.decode(parts[part]))
        bytes[bytes.count / 2] ^= 1
        parts[part] = Base64URL.encode(bytes)
        #expect(try await refusal(parts.joined(separator: "."), fixture)?.code == .notAuthorized)
    }

    @Test(arguments: ["x", "a.b.c", "..", "eyJhbGciOiJub25lIn0.e30.", String(repeating: "A", count: 100_000)])
    func `garbage is refused`(_ garbage: String) async throws {
        let (fixture, _) = try await signedIn()
        #expect(try await refusal(garbage, fixture) == .invalidAccessToken)
    }

    @Test(arguments: ["sub", "origin_jti", "event_id", "client_id"])
    func `a token with a zero byte in a claim is garbage`(_ claim: String) async throws {
        let (fixture, _) = try await signedIn()
        let payload = #"{"iss":"http://x/\#(fixture.poolID)","\#(claim)":"a\u0000b"}"#
        let token = [#"{"kid":"k","alg":"RS256"}"#, payload, "sig"].map(encode).joined(separator: ".")
        #expect(try await refusal(token, fixture) == .invalidAccessToken)
    }

    @Test func `attributes for developers are not shown to users`() async throws {
        let pool = CreateUserPoolRequest(
            poolName: "test",
            schema: [
                SchemaAttributeType(name: "note", attributeDataType: .string, developerOnlyAttribute: true)
            ])
        let fixture = try await PoolFixture.make(pool: pool)
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: ["dev:custom:note": "secret"])
        let token = try await fixture.tokens().accessToken ?? ""
        let user = try await fixture.anyone.getUser(GetUserRequest(accessToken: token))
        #expect(user.userAttributes.map(\.name) == ["sub"])
    }

    @Test func `after a global sign-out every token of the user is refused, and another user's is not`() async throws {
        let (fixture, tokens) = try await signedIn()
        try await fixture.makeUser("bob")
        let others = try await fixture.tokens("bob")
        let second = try await fixture.tokens()
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: tokens.accessToken ?? ""))
        for token in [tokens.accessToken, second.accessToken] {
            #expect(
                try await refusal(token ?? "", fixture)
                    == ServiceFault(.notAuthorized, "Access Token has been revoked"))
        }
        #expect(try await refusal(others.accessToken ?? "", fixture) == nil)
    }

    @Test func `a deleted user's token opens nothing, and the name is free again`() async throws {
        let (fixture, tokens) = try await signedIn()
        try await fixture.anyone.deleteUser(DeleteUserRequest(accessToken: tokens.accessToken ?? ""))
        #expect(try await refusal(tokens.accessToken ?? "", fixture)?.code == .notAuthorized)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .noSuchUser)
        try await fixture.makeUser()
        #expect(try await refusal(tokens.accessToken ?? "", fixture)?.code == .notAuthorized)
    }
}
