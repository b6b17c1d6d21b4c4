// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseWire
import Testing

@Suite("Relying party of OpenID Connect")
struct RelyingPartyTests {
    @Test("A code becomes a person with the claims of the ID token and the attributes, of which the ID token's win")
    func person() async throws {
        let fixture = try UpstreamFixture()
        try fixture.grant(claims: ["email": "token@example.com"])
        let person = try await fixture.party.person(fixture.response(), at: fixture.provider())
        #expect(person.subject == "alice")
        #expect(person.claims["email"] == "token@example.com")
        #expect(person.claims["nick"] == "al")
        #expect(person.userInfo?["email"] == "info@example.com")
        #expect(person.accessToken == "upstream-access")
        let fields = "code=c%261&redirect_uri=https%3A%2F%2Fpool.example%2Foauth2%2Fidpresponse"
        #expect(fixture.tokenForm.contains(fields))
        #expect(fixture.tokenForm.contains("code_verifier=v-1"))
        #expect(fixture.tokenForm.contains("client_secret=a%20secret"))
    }

    @Test("An ID token with another nonce, or without one, is refused", arguments: ["n-2", "", nil])
    func nonce(_ nonce: String?) async throws {
        let fixture = try UpstreamFixture()
        try fixture.grant(claims: ["nonce": nonce.map(WireValue.string)])
        #expect(try await fixture.fault() == .wrongNonce)
    }

    @Test("An ID token of another client is refused, also if this client is one of several audiences")
    func audience() async throws {
        let fixture = try UpstreamFixture()
        try fixture.grant(claims: ["aud": "other-app"])
        #expect(try await fixture.fault() == .refusedToken(.wrongAudience))
        try fixture.grant(claims: ["aud": ["app", "other-app"], "azp": "other-app"])
        #expect(try await fixture.fault() == .refusedToken(.wrongAudience))
        try fixture.grant(claims: ["aud": ["app", "other-app"]])
        #expect(try await fixture.fault() == .refusedToken(.wrongAudience))
    }

    @Test("Attributes of another person than the ID token's are refused")
    func otherPerson() async throws {
        let fixture = try UpstreamFixture()
        try fixture.grant()
        fixture.issuer.fetch.answer("\(fixture.issuer.url)/userinfo", #"{"sub": "mallory", "email": "a@b.c"}"#)
        #expect(try await fixture.fault() == .otherPerson)
    }

    @Test("A response that names another issuer is refused before the code is sent anywhere")
    func mixUp() async throws {
        let fixture = try UpstreamFixture()
        try fixture.grant()
        let response = fixture.response(issuer: "https://attacker.example")
        #expect(try await fixture.fault(nil, response) == .otherProvider)
        #expect(fixture.issuer.fetch.requests.isEmpty)
        #expect(try await fixture.fault(nil, fixture.response(issuer: fixture.issuer.url)) == nil)
    }

    @Test("An answer without an ID token is refused: the attributes alone do not identify a person")
    func missingToken() async throws {
        let fixture = try UpstreamFixture()
        fixture.grant(nil)
        #expect(try await fixture.fault() == .malformedAnswer)
    }

    @Test("Keys come from the address that an administrator has set, and not from the discovery document")
    func ownKeySet() async throws {
        var fixture = try UpstreamFixture()
        try fixture.grant()
        fixture.details["jwks_uri"] = "https://keys.example.com/set"
        #expect(try await fixture.fault() == .keysUnavailable)
        fixture.issuer.fetch.answer(
            "https://keys.example.com/set", #"{"keys": [\#(TestIssuer.member(fixture.issuer.key, id: "one"))]}"#)
        #expect(try await fixture.fault() == nil)
        #expect(fixture.issuer.fetch.count(fixture.issuer.discoveryURL) == 0)
    }

    @Test("One issuer with two key sets has two records: one pool's keys do not verify another pool's tokens")
    func separateKeySets() async throws {
        var fixture = try UpstreamFixture()
        try fixture.grant()
        let party = fixture.party
        _ = try await party.person(fixture.response(), at: fixture.provider())
        fixture.details["jwks_uri"] = "https://attacker.example/set"
        let foreign = TestIssuer.member(fixture.issuer.otherKey, id: "one")
        fixture.issuer.fetch.answer("https://attacker.example/set", #"{"keys": [\#(foreign)]}"#)
        let other = try fixture.provider()
        await #expect(throws: UpstreamFault.refusedToken(.unverifiable)) {
            _ = try await party.person(fixture.response(), at: other)
        }
    }

    @Test("Each failure of the token endpoint has the text of the service")
    func failures() async throws {
        let fixture = try UpstreamFixture()
        let url = "\(fixture.issuer.url)/token"
        fixture.issuer.fetch.answer(url, #"{"error": "invalid_grant"}"#, status: 400)
        #expect(try await fixture.fault()?.text(of: "Corp") == "Corp Error - 400 error getting token")
        fixture.issuer.fetch.fail(url, .timedOut)
        #expect(try await fixture.fault()?.text(of: "Corp") == "Timeout occurred in calling IdP token endpoint")
        fixture.issuer.fetch.fail(url, .unreachable("reset"))
        #expect(try await fixture.fault()?.text(of: "Corp") == "Connection reset")
        fixture.issuer.fetch.fail(url, .refusedAddress)
        #expect(try await fixture.fault() == .unreachable)
        try fixture.grant()
        fixture.issuer.fetch.fail("\(fixture.issuer.url)/userinfo", .timedOut)
        #expect(try await fixture.fault()?.text(of: "Corp") == "Read timed out")
        fixture.issuer.fetch.fail(fixture.issuer.keySetURL, .timedOut)
        #expect(try await fixture.fault()?.text(of: "Corp") == "Timeout in calling jwks uri")
    }

    @Test("A secret in the header is encoded as in a form, and is not in the form")
    func basicAuthentication() async throws {
        var fixture = try UpstreamFixture()
        fixture.details["token_endpoint_auth_method"] = "client_secret_basic"
        try fixture.grant()
        #expect(try await fixture.fault() == nil)
        #expect(!fixture.tokenForm.contains("client_secret"))
        let request = fixture.issuer.fetch.requests[0]
        let pair = "app:a%20secret%20that%20has%20more%20than%2032%20bytes"
        let field = OutboundHeader("Authorization", "Basic " + Base64.encode(Array(pair.utf8)))
        #expect(request.headers.contains(field))
    }
}

@Suite("ID tokens with a shared secret")
struct SecretSignedTokenTests {
    /// A token with HS256.
    private func token(_ claims: String, secret: [UInt8], algorithm: String = "HS256") -> String {
        let parts = [#"{"alg": "\#(algorithm)"}"#, claims].map { Base64URL.encode(Array($0.utf8)) }
        let signed = parts.joined(separator: ".")
        return signed + "." + Base64URL.encode(hmacSHA256(key: secret, Array(signed.utf8)))
    }

    @Test("A token with the client's secret is accepted only where an administrator has set the algorithm")
    func configured() async throws {
        var fixture = try UpstreamFixture()
        let claims = fixture.issuer.claims(["nonce": "n-1"])
        fixture.grant(token(claims, secret: Array(UpstreamFixture.secret.utf8)))
        #expect(try await fixture.fault() == .refusedToken(.unverifiable))
        fixture.details["id_token_signed_response_alg"] = "HS256"
        #expect(try await fixture.fault() == nil)
        #expect(fixture.issuer.fetch.count(fixture.issuer.keySetURL) == 0)
    }

    @Test("A public key of the key set is no secret, and a signature of a key is no code")
    func confusion() async throws {
        var fixture = try UpstreamFixture()
        let claims = fixture.issuer.claims(["nonce": "n-1"])
        let (n, _) = fixture.issuer.key.publicKey.jwk
        fixture.grant(token(claims, secret: Array(n.utf8)))
        #expect(try await fixture.fault() == .refusedToken(.unverifiable))
        fixture.details["id_token_signed_response_alg"] = "HS256"
        #expect(try await fixture.fault() == .refusedToken(.unverifiable))
        try fixture.grant()
        #expect(try await fixture.fault() == .refusedToken(.unverifiable))
    }

    @Test("A secret of less than 32 bytes signs nothing, since it can be guessed offline")
    func shortSecret() async throws {
        var fixture = try UpstreamFixture()
        fixture.details["client_secret"] = "short"
        fixture.details["id_token_signed_response_alg"] = "HS256"
        fixture.grant(token(fixture.issuer.claims(["nonce": "n-1"]), secret: Array("short".utf8)))
        #expect(try await fixture.fault() == .refusedToken(.unverifiable))
    }

    @Test("The algorithm none and another length of the digest are refused", arguments: ["none", "HS512", "RS256"])
    func otherAlgorithm(_ algorithm: String) async throws {
        var fixture = try UpstreamFixture()
        fixture.details["id_token_signed_response_alg"] = "HS256"
        let claims = fixture.issuer.claims(["nonce": "n-1"])
        fixture.grant(token(claims, secret: Array(UpstreamFixture.secret.utf8), algorithm: algorithm))
        #expect(try await fixture.fault() == .refusedToken(.unverifiable))
    }
}
