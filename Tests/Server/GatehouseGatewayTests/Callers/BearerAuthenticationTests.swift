// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Callers that present tokens of a user pool, and the attacks on each rule for these tokens.
@Suite struct BearerAuthenticationTests {
    @Test func `tokens of both kinds prove their user and client, with groups and scopes`() async throws {
        let bench = try await BearerBench()
        let fixture = bench.fixture
        _ = try await fixture.administrator.createGroup(
            CreateGroupRequest(groupName: "editors", userPoolId: fixture.poolID))
        _ = try await fixture.administrator.adminAddUserToGroup(
            AdminAddUserToGroupRequest(userPoolId: fixture.poolID, username: "alice", groupName: "editors"))
        let tokens = try await fixture.tokens()
        let start = fixture.gatehouse.clock.now.timeIntervalSince1970
        for (token, use) in [(tokens.idToken, Bearer.Use.id), (tokens.accessToken, .access)] {
            let bearer = try await bench.authentication.bearer(inHeader: token ?? "", accepting: bench.rule)
            #expect(bearer.use == use)
            #expect(bearer.poolID == fixture.poolID)
            #expect(bearer.clientID == fixture.client.id)
            #expect(bearer.username == "alice")
            #expect(bearer.claims["sub"] == .string(bearer.sub))
            #expect(bearer.groups == ["editors"])
            #expect(bearer.scopes == (use == .access ? ["aws.cognito.signin.user.admin"] : []))
            #expect(bearer.expiresAt.timeIntervalSince1970 == start.rounded(.down) + 3_600)
        }
    }

    @Test func `the header has the token with its scheme or alone, and only once`() async throws {
        let bench = try await BearerBench()
        for value in ["Bearer \(bench.access)", "bearer \(bench.access)", bench.access] {
            #expect(await bench.refusal(ofHeaders: [value]) == nil)
        }
        for values in [[], [""], ["Bearer "], [bench.access, bench.access], ["", bench.access]] {
            #expect(await bench.refusal(ofHeaders: values) == "token_missing")
        }
        for value in ["Basic \(bench.access)", "AWS4-HMAC-SHA256 Credential=x", "Bearer  \(bench.access)", "a.b.c"] {
            #expect(await bench.refusal(ofHeaders: [value]) == "token_form")
        }
    }

    // MARK: - Signature and algorithm

    @Test func `a forged token is refused, also with the name of the pool's key`() async throws {
        let bench = try await BearerBench()
        let stranger = try RSASigningKey.generate()
        for (token, use) in [(bench.id, SigningKeyRecord.Use.idTokens), (bench.access, .accessTokens)] {
            let named = try RSASigningKey(
                derRepresentation: stranger.derRepresentation, keyID: try await bench.key(use).keyID)
            for key in [stranger, named] {
                let forged = try JWS.sign(
                    payload: try bench.payload(of: token), key: key, signer: SwiftCryptoRSASigner())
                #expect(await bench.refusal(forged) == "token_signature")
            }
        }
    }

    @Test func `a token that was accepted once is refused with changed claims`() async throws {
        let bench = try await BearerBench()
        for token in bench.tokens {
            #expect(await bench.refusal(token) == nil)
            var parts = token.split(separator: ".").map(String.init)
            parts[1] = Base64URL.encode(try bench.payload(of: token) { $0["cognito:groups"] = ["admins"] })
            #expect(await bench.refusal(parts.joined(separator: ".")) == "token_signature")
        }
    }

    @Test func `another algorithm than the key's is refused`() async throws {
        let bench = try await BearerBench()
        let key = try await bench.key(.accessTokens)
        let payload = bench.access.split(separator: ".")[1]
        func header(_ algorithm: String) -> String {
            Base64URL.encode(Array(#"{"kid":"\#(key.keyID)","alg":"\#(algorithm)"}"#.utf8)) + "." + payload
        }
        let signature = bench.access.split(separator: ".")[2]
        for algorithm in ["none", "None", "RS384", "ES256", "PS256", ""] {
            #expect(await bench.refusal("\(header(algorithm)).\(signature)") == "token_signature")
        }
        #expect(await bench.refusal("\(header("none")).") == "token_signature")
        let publicKey = try RSAVerificationKey(jwk: key.publicKey.jwk, keyID: key.keyID).pem
        let mac = hmacSHA256(key: Array(publicKey.utf8), Array(header("HS256").utf8))
        #expect(await bench.refusal("\(header("HS256")).\(Base64URL.encode(mac))") == "token_signature")
        let longer = try RS512Token.sign(payload: try bench.payload(of: bench.access), keyID: key.keyID, key: key)
        #expect(await bench.refusal(longer) == "token_signature")
    }

    @Test func `a key that was discarded proves nothing any more`() async throws {
        let bench = try await BearerBench()
        for token in bench.tokens { #expect(await bench.refusal(token) == nil) }
        try await bench.pools.keyRotation.rotateSigningKeys(ofPool: bench.fixture.poolID, discardingOld: true)
        for token in bench.tokens { #expect(await bench.refusal(token) == "token_signature") }
    }

    // MARK: - Issuer, use and client

    @Test func `a token of another pool, or of another server, is refused`() async throws {
        let bench = try await BearerBench()
        let other = try await BearerBench(on: bench.fixture.gatehouse)
        for token in other.tokens {
            #expect(await bench.refusal(token) == "token_issuer")
            #expect(await bench.refusal(token, by: other.rule) == nil)
        }
        let claimed = try await other.signed(other.access, as: .accessTokens) { claims in
            claims["iss"] = .string("http://localhost:9229/\(bench.fixture.poolID)")
        }
        #expect(await bench.refusal(claimed) == "token_signature")
        let elsewhere = try await bench.signed(bench.access, as: .accessTokens) { claims in
            claims["iss"] = .string("https://example.com/\(bench.fixture.poolID)")
        }
        #expect(await bench.refusal(elsewhere) == "token_issuer")
    }

    @Test func `a token of a use that the API does not accept is refused`() async throws {
        let bench = try await BearerBench()
        let poolID = bench.fixture.poolID
        #expect(await bench.refusal(bench.id, by: AcceptedTokens(ofPool: poolID, uses: [.access])) == "token_use")
        #expect(await bench.refusal(bench.access, by: AcceptedTokens(ofPool: poolID, uses: [.id])) == "token_use")
        #expect(await bench.refusal(bench.refresh) == "token_form")
    }

    @Test func `a token whose use is not that of its key is refused`() async throws {
        let bench = try await BearerBench()
        let access = try await bench.signed(bench.access, as: .idTokens) { _ in }
        let id = try await bench.signed(bench.id, as: .accessTokens) { _ in }
        for token in [access, id] { #expect(await bench.refusal(token) == "token_signature") }
        for use in ["refresh", ""] {
            let token = try await bench.signed(bench.access, as: .accessTokens) { $0["token_use"] = .string(use) }
            #expect(await bench.refusal(token) == "token_use")
        }
        let without = try await bench.signed(bench.access, as: .accessTokens) { $0["token_use"] = nil }
        #expect(await bench.refusal(without) == "token_use")
    }

    @Test func `a token of a client that the API does not accept, or that was deleted, is refused`() async throws {
        let bench = try await BearerBench()
        let (poolID, clientID) = (bench.fixture.poolID, bench.fixture.client.id)
        for token in bench.tokens {
            #expect(await bench.refusal(token, by: AcceptedTokens(ofPool: poolID) { $0 == clientID }) == nil)
            let refusal = await bench.refusal(token, by: AcceptedTokens(ofPool: poolID) { $0 != clientID })
            #expect(refusal == "token_audience")
        }
        try await bench.fixture.administrator.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: poolID, clientId: clientID))
        for token in bench.tokens { #expect(await bench.refusal(token) == "token_audience") }
    }

    @Test func `a client of another pool, and an audience of another service, are refused`() async throws {
        let bench = try await BearerBench()
        let other = try await PoolFixture.make(on: bench.fixture.gatehouse)
        let foreign = try await bench.signed(bench.access, as: .accessTokens) { claims in
            claims["client_id"] = .string(other.client.id)
        }
        #expect(await bench.refusal(foreign) == "token_audience")
        for audience: WireValue in ["https://other.example.com", [.string(bench.fixture.client.id)], ""] {
            let bound = try await bench.signed(bench.access, as: .accessTokens) { $0["aud"] = audience }
            #expect(await bench.refusal(bound) == "token_audience")
        }
        let own = try await bench.signed(bench.access, as: .accessTokens) { claims in
            claims["aud"] = .string(bench.fixture.client.id)
        }
        #expect(await bench.refusal(own) == nil)
    }

    // MARK: - Expiry and state

    @Test func `an expired token is refused from the second of its expiry`() async throws {
        let bench = try await BearerBench()
        bench.fixture.gatehouse.clock.advance(by: 3_599)
        for token in bench.tokens { #expect(await bench.refusal(token) == nil) }
        bench.fixture.gatehouse.clock.advance(by: 1)
        for token in bench.tokens { #expect(await bench.refusal(token) == "token_expired") }
    }

    @Test func `a token without an expiry is refused`() async throws {
        let bench = try await BearerBench()
        let token = try await bench.signed(bench.access, as: .accessTokens) { $0["exp"] = nil }
        #expect(await bench.refusal(token) == "token_expired")
    }

    /// The ways in which a token ends before its time.
    enum End: CaseIterable {
        case globalSignOut, signOutByAdministrator, revocation, disabledUser, reset, deletedUser
    }

    @Test(arguments: End.allCases)
    func `a token is refused after its session or its user has ended`(_ end: End) async throws {
        let bench = try await BearerBench()
        let (fixture, poolID) = (bench.fixture, bench.fixture.poolID)
        for token in bench.tokens { #expect(await bench.refusal(token) == nil) }
        switch end {
        case .globalSignOut:
            _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: bench.access))
        case .signOutByAdministrator:
            _ = try await fixture.administrator.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: poolID, username: "alice"))
        case .revocation:
            _ = try await fixture.anyone.revokeToken(
                RevokeTokenRequest(token: bench.refresh, clientId: fixture.client.id))
        case .disabledUser:
            _ = try await fixture.administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: poolID, username: "alice"))
        case .reset:
            _ = try await fixture.administrator.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: poolID, username: "alice"))
        case .deletedUser:
            _ = try await fixture.administrator.adminDeleteUser(
                AdminDeleteUserRequest(userPoolId: poolID, username: "alice"))
        }
        for token in bench.tokens { #expect(await bench.refusal(token) == "token_inactive") }
    }

    @Test func `a token names no other user than that of its session`() async throws {
        let bench = try await BearerBench()
        try await bench.fixture.makeUser("bob")
        let bob = try await bench.authentication.bearer(
            inHeader: try await bench.fixture.accessToken("bob"), accepting: bench.rule)
        let mixed = try await bench.signed(bench.access, as: .accessTokens) { $0["sub"] = .string(bob.sub) }
        #expect(await bench.refusal(mixed) == "token_inactive")
        let machine = try await bench.signed(bench.access, as: .accessTokens) { claims in
            claims["sub"] = claims["client_id"]
            (claims["origin_jti"], claims["event_id"], claims["username"]) = (nil, nil, nil)
        }
        #expect(await bench.refusal(machine) == "token_inactive")
    }
}
