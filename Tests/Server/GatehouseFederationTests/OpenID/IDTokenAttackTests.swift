// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseWire
import Testing

@Suite("Attacks with ID tokens")
struct IDTokenAttackTests {
    @Test(
        "A header that brings a key, changes the algorithm or asks for an extension is refused",
        arguments: [
            #"{"alg": "none", "kid": "one"}"#, #"{"alg": "HS256", "kid": "one"}"#, #"{"alg": "PS256", "kid": "one"}"#,
            #"{"alg": "ES256", "kid": "one"}"#, #"{"alg": "RS512", "kid": "one"}"#, #"{"alg": "RS256"}"#,
            #"{"alg": "RS256", "kid": "two"}"#,
            #"{"alg": "RS256", "kid": "one", "jku": "https://evil.example.com/keys"}"#,
            #"{"alg": "RS256", "kid": "one", "x5u": "https://evil.example.com/chain"}"#,
            #"{"alg": "RS256", "kid": "one", "x5c": ["AAAA"]}"#,
            #"{"alg": "RS256", "kid": "one", "jwk": {"kty": "RSA"}}"#,
            #"{"alg": "RS256", "kid": "one", "crit": ["exp"], "exp": 1}"#,
            #"{"alg": "RS256", "kid": "one", "b64": false}"#,
        ])
    func header(_ header: String) async throws {
        let issuer = try TestIssuer()
        #expect(await issuer.refusal(of: try issuer.token(header: header)) == .unverifiable)
    }

    @Test(
        "A token for another use, or with two readings, is no ID token",
        arguments: [
            #"{"alg": "RS256", "kid": "one", "typ": "at+jwt"}"#,
            #"{"alg": "RS256", "kid": "one", "typ": "logout+jwt"}"#,
            #"{"alg": "RS256", "kid": "one", "alg": "RS256"}"#, #"{"alg": "RS256", "kid": "one", "\u0061lg": "RS256"}"#,
        ])
    func type(_ header: String) async throws {
        let issuer = try TestIssuer()
        #expect(await issuer.refusal(of: try issuer.token(header: header)) == .notIDToken)
    }

    /// A token up to its second dot.
    private static func unsigned(_ issuer: TestIssuer, header: String) -> String {
        [header, issuer.claims()].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    @Test(
        "A token without a signature is refused, whatever algorithm it names",
        arguments: ["none", "None", "nOnE", "", "RS256", "ES256", "HS256"])
    func unsigned(_ algorithm: String) async throws {
        let issuer = try TestIssuer()
        let token = Self.unsigned(issuer, header: #"{"alg": "\#(algorithm)", "kid": "one"}"#)
        #expect(await issuer.refusal(of: token + ".") == .unverifiable)
        #expect(await issuer.refusal(of: token) == .notIDToken)
    }

    @Test("A public key does not serve as the secret of an HMAC, in whatever form it is written")
    func confusion() async throws {
        let issuer = try TestIssuer()
        let numbers = issuer.key.publicKey.jwk
        let secrets = [
            Array(issuer.key.publicKey.pem.utf8), Array(numbers.n.utf8), try #require(Base64URL.decode(numbers.n)),
            Array(TestIssuer.member(issuer.key, id: "one").utf8), Array("one".utf8), [],
        ]
        for algorithm in ["HS256", "hs256", "RS256", "none"] {
            let parts = Self.unsigned(issuer, header: #"{"alg": "\#(algorithm)", "kid": "one"}"#)
            for secret in secrets {
                let mac = hmacSHA256(key: secret, Array(parts.utf8))
                #expect(await issuer.refusal(of: parts + "." + Base64URL.encode(mac)) == .unverifiable)
            }
        }
    }

    @Test("A key of an elliptic curve does not verify a token that names RSA, and the reverse")
    func otherKind() async throws {
        let issuer = try TestIssuer()
        #expect(await issuer.refusal(of: try issuer.token(header: #"{"alg": "ES256", "kid": "one"}"#)) == .unverifiable)
        let (x, y) = P256SigningKey.generate().publicKey.coordinates
        let (first, second) = (Base64URL.encode(x), Base64URL.encode(y))
        issuer.publish([#"{"kty": "EC", "crv": "P-256", "kid": "one", "x": "\#(first)", "y": "\#(second)"}"#])
        #expect(await issuer.refusal(of: try issuer.token()) == .unverifiable)
    }

    @Test("A token signed with another key under a known id is refused")
    func otherKey() async throws {
        let issuer = try TestIssuer()
        #expect(await issuer.refusal(of: try issuer.token(key: issuer.otherKey)) == .unverifiable)
    }

    @Test("A repeated claim is refused, although the signature is good")
    func repeatedClaim() async throws {
        let issuer = try TestIssuer()
        let claims = issuer.claims().dropLast() + #", "sub": "bob"}"#
        #expect(await issuer.refusal(of: try issuer.token(claims: String(claims))) == .notIDToken)
    }

    @Test("Wrong or absent claims are refused with their reason")
    func claims() async throws {
        let issuer = try TestIssuer()
        let now = issuer.clock.seconds
        for (changes, refusal) in [
            (["iss": "https://evil.example.com"], .wrongIssuer), (["iss": nil], .missingClaim("iss")),
            (["aud": "stranger"], .wrongAudience), (["aud": nil], .missingClaim("aud")),
            (["aud": []], .missingClaim("aud")), (["azp": "stranger"], .wrongAudience),
            (["azp": 1], .missingClaim("azp")), (["sub": nil], .missingClaim("sub")),
            (["sub": ""], .missingClaim("sub")), (["sub": "a\u{0}b"], .missingClaim("sub")),
            (["sub": .string(String(repeating: "a", count: 256))], .missingClaim("sub")),
            (["exp": nil], .missingClaim("exp")), (["exp": "1700000600"], .missingClaim("exp")),
            (["exp": 1e300], .missingClaim("exp")), (["iat": nil], .missingClaim("iat")),
            (["exp": .integer(now - 300)], .expired(now: now, expiry: now - 300)),
            (["nbf": .integer(now + 301)], .notYetValid(now: now, start: now + 301)),
            (["token_use": "access"], .notIDToken), (["typ": "Bearer"], .notIDToken), (["events": [:]], .notIDToken),
        ] as [([String: WireValue?], TokenRefusal)] {
            let token = try issuer.token(claims: issuer.claims(changes))
            #expect(await issuer.refusal(of: token) == refusal, "\(changes)")
        }
    }

    @Test(
        "Text in another form causes no request",
        arguments: ["", "a.b.c", "EAAB", String(repeating: ".", count: 60_000)])
    func garbage(_ text: String) async throws {
        let issuer = try TestIssuer()
        #expect(await issuer.refusal(of: text) == .notIDToken)
        #expect(issuer.fetch.requests.isEmpty)
    }

    @Test("A token of another issuer causes no request")
    func foreign() async throws {
        let issuer = try TestIssuer()
        _ = await issuer.refusal(of: try issuer.token(claims: issuer.claims(["iss": "https://evil.example.com"])))
        #expect(issuer.fetch.requests.isEmpty)
    }

    @Test(
        "A discovery document of another issuer, with an unencrypted key set or with two readings is refused",
        arguments: [
            #"{"issuer": "https://evil.example.com", "jwks_uri": "https://login.example.com/tenant/keys"}"#,
            #"{"issuer": "https://login.example.com/tenant//", "jwks_uri": "https://login.example.com/tenant/keys"}"#,
            #"{"issuer": "https://login.example.com/tenant", "jwks_uri": "http://login.example.com/tenant/keys"}"#,
            #"{"issuer": "https://login.example.com/tenant", "jwks_uri": "file:///etc/passwd"}"#,
            #"{"issuer": "https://login.example.com/tenant"}"#, "[]", "",
            #"{"issuer": "https://login.example.com/tenant", "jwks_uri": "https://a.example/", "jwks_uri": "https://login.example.com/tenant/keys"}"#,
        ])
    func discovery(_ document: String) async throws {
        let issuer = try TestIssuer()
        issuer.fetch.answer(issuer.discoveryURL, document)
        guard case .providerUnavailable = await issuer.refusal(of: try issuer.token()) else {
            Issue.record("the document was accepted")
            return
        }
        #expect(issuer.fetch.count(issuer.keySetURL) == 0)
    }

    @Test("A redirect is not followed")
    func redirect() async throws {
        let issuer = try TestIssuer()
        issuer.fetch.answer(issuer.discoveryURL, "", status: 302)
        guard case .providerUnavailable = await issuer.refusal(of: try issuer.token()) else {
            Issue.record("the redirect was followed")
            return
        }
        #expect(issuer.fetch.requests.count == 1)
    }
}
