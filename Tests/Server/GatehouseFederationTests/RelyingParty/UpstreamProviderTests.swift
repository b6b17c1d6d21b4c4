// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseWire
import Testing

@Suite("Upstream providers")
struct UpstreamProviderTests {
    private func authorization(_ hints: [(name: String, value: String)] = []) -> UpstreamProvider.Authorization {
        UpstreamProvider.Authorization(
            redirectURI: "https://pool.example/oauth2/idpresponse", state: "s t", nonce: "n", verifier: "v",
            hints: hints)
    }

    @Test("An authorization request has state, nonce and the digest of the verifier, and keeps the address's query")
    func authorize() throws {
        var fixture = try UpstreamFixture()
        fixture.details["authorize_url"] = "https://login.example.com/authorize?tenant=1"
        let url = try fixture.provider().authorizationURL(authorization([("prompt", "login"), ("login_hint", "a&b")]))
        #expect(
            url == "https://login.example.com/authorize?tenant=1&client_id=app"
                + "&redirect_uri=https%3A%2F%2Fpool.example%2Foauth2%2Fidpresponse&scope=openid%20email"
                + "&response_type=code&state=s%20t&nonce=n"
                + "&code_challenge=\(Base64URL.encode(sha256(Array("v".utf8))))&code_challenge_method=S256"
                + "&prompt=login&login_hint=a%26b")
        #expect(!url.contains(UpstreamFixture.secret))
    }

    @Test("A hint with the address of a person goes to providers of OpenID Connect only")
    func hints() throws {
        let fixture = try UpstreamFixture()
        let url = try fixture.provider(.facebook).authorizationURL(authorization([("login_hint", "a@example.com")]))
        #expect(!url.contains("login_hint"))
        #expect(!url.contains("nonce"))
        #expect(!url.contains("code_challenge"))
    }

    @Test("Facebook gets the code by GET, and the token with its proof; the person is its id")
    func facebook() async throws {
        var fixture = try UpstreamFixture()
        fixture.details["token_request_method"] = "GET"
        fixture.details["attributes_url"] = "https://graph.facebook.com/v17.0/me?fields="
        fixture.details["attributes_url_add_attributes"] = "true"
        fixture.grant(nil)
        fixture.issuer.fetch.answer(
            "https://graph.facebook.com/v17.0/me", #"{"id": "42", "email": "a@example.com"}"#)
        let provider = try fixture.provider(.facebook, name: "Facebook", mapping: ["email", "bad,name&x=1"])
        let person = try await fixture.party.person(fixture.response(), at: provider)
        #expect(person.subject == "42")
        #expect(person.idToken == nil)
        let urls = fixture.issuer.fetch.requests.map(\.url)
        #expect(urls[0].hasPrefix("\(fixture.issuer.url)/token?grant_type=authorization_code&code=c%261"))
        let proof = Hex.encode(hmacSHA256(key: Array(UpstreamFixture.secret.utf8), Array("upstream-access".utf8)))
        #expect(
            urls[1] == "https://graph.facebook.com/v17.0/me?fields=email,id&access_token=upstream-access"
                + "&appsecret_proof=\(proof)")
    }

    @Test("Amazon's profile names the person by user_id")
    func amazon() async throws {
        let fixture = try UpstreamFixture()
        fixture.grant(nil)
        fixture.issuer.fetch.answer("\(fixture.issuer.url)/userinfo", #"{"user_id": "amzn1.account.X", "name": "A"}"#)
        let person = try await fixture.party.person(fixture.response(), at: fixture.provider(.amazon))
        #expect(person.subject == "amzn1.account.X")
    }

    @Test("A request to Google's People API has mapped fields only, and its person must be the ID token's")
    func google() async throws {
        var fixture = try UpstreamFixture()
        fixture.details["attributes_url"] = "https://people.googleapis.com/v1/people/me?personFields="
        fixture.details["attributes_url_add_attributes"] = "true"
        try fixture.grant(claims: ["email": "a@gmail.com"])
        _ = try await fixture.party.person(fixture.response(), at: fixture.provider(.google, mapping: ["email"]))
        #expect(fixture.issuer.fetch.count("\(fixture.issuer.url)/token") == 1)
        #expect(!fixture.issuer.fetch.requests.contains { $0.url.contains("people.googleapis.com") })

        let provider = try fixture.provider(.google, mapping: ["email", "birthdays", "phoneNumbers"])
        let answer = #"""
            {"resourceName": "people/alice", "birthdays": [{"date": {"year": 1990, "month": 2, "day": 3}}],
            "phoneNumbers": [{"canonicalForm": "+1"}, {"metadata": {"primary": true}, "canonicalForm": "+2"}]}
            """#
        fixture.issuer.fetch.answer("https://people.googleapis.com/v1/people/me", answer)
        let person = try await fixture.party.person(fixture.response(), at: provider)
        #expect(person.claims["birthdays"] == "1990-02-03")
        #expect(person.claims["phoneNumbers"] == "+2")
        fixture.issuer.fetch.answer(
            "https://people.googleapis.com/v1/people/me", #"{"resourceName": "people/mallory"}"#)
        #expect(try await fixture.fault(provider) == .otherPerson)
    }

    @Test("Apple gets a proof of the app's key, and the name of its first response has no effect on the claims")
    func apple() async throws {
        var fixture = try UpstreamFixture()
        // A key that was made for this test, in PKCS #8.
        fixture.details["private_key"] = Self.appleKey
        fixture.details["key_id"] = "KEY"
        fixture.details["team_id"] = "TEAM"
        fixture.details["attributes_url"] = nil
        try fixture.grant(claims: ["email": "a@privaterelay.appleid.com"])
        let provider = try fixture.provider(.apple)
        let user = #"{"name": {"firstName": "Ada", "lastName": "L"}, "email": "victim@example.com"}"#
        let person = try await fixture.party.person(fixture.response(user: user), at: provider)
        #expect(person.spoken == ["firstName": "Ada", "lastName": "L", "name": "Ada L"])
        #expect(person.claims["email"] == "a@privaterelay.appleid.com")
        #expect(person.claims["firstName"] == nil)
        #expect(provider.authorizationURL(authorization()).contains("response_mode=form_post"))
        let secret = fixture.tokenForm.components(separatedBy: "client_secret=")[1].components(separatedBy: "&")[0]
        let parts = secret.components(separatedBy: ".")
        #expect(parts.count == 3)
        let claims = try WireValue(json: try #require(Base64URL.decode(parts[1])))
        #expect(claims["iss"] == "TEAM")
        #expect(claims["sub"] == "app")
        #expect(claims["aud"] == "https://appleid.apple.com")
        #expect(try #require(Base64URL.decode(parts[2])).count == 64)
        #expect(fixture.tokenForm.utf8.count < 4_096)
    }

    @Test(
        "Details that are not complete are a fault, not a trap", arguments: ["client_id", "client_secret", "token_url"])
    func incomplete(_ name: String) throws {
        var fixture = try UpstreamFixture()
        fixture.details[name] = nil
        #expect(throws: UpstreamFault.misconfigured) { try fixture.provider() }
    }

    @Test(
        "Answers of token endpoints that are not objects with a token are refused",
        arguments: [
            "", "[]", "{}", #"{"access_token": ""}"#, #"{"access_token": 1}"#, #"{"access_token": "a b"}"#,
            #"{"access_token": "a", "access_token": "b"}"#, #"{"access_token": "a", "id_token": 1}"#,
        ])
    func answers(_ json: String) {
        #expect(throws: UpstreamFault.malformedAnswer) { try UpstreamTokens(json: Array(json.utf8)) }
    }

    @Test("The descriptions of providers and persons have no secret and no claim")
    func descriptions() async throws {
        let fixture = try UpstreamFixture()
        try fixture.grant()
        let person = try await fixture.party.person(fixture.response(), at: fixture.provider())
        #expect("\(person)" == "UpstreamPerson")
        #expect(String(reflecting: try fixture.provider()) == "UpstreamProvider(Corp)")
        var dumped = ""
        dump(try fixture.provider(), to: &dumped)
        #expect(!dumped.contains(UpstreamFixture.secret))
    }

    private static let appleKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5JRWfYYxCj0GQFRs
        L9gHI3V9eW/fMzPDbFAAmXZaCQShRANCAARw3YBzLy1vdMAiCS8whdI+q9N4h+lA
        1sqYwTPMTyN6Vwrztag84R/3ca+aIAczdC2H1SalRJeLlWvN0uMqlMCH
        -----END PRIVATE KEY-----
        """
}
