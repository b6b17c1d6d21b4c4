// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseWire
import Testing

@Suite("ID tokens of other issuers")
struct IDTokenTests {
    @Test("A signed token of the issuer for one of its clients is accepted")
    func accepted() async throws {
        let issuer = try TestIssuer()
        let verified = try await issuer.verifier().verify(try issuer.token(), from: issuer.trusted)
        #expect(verified.identity == ExternalIdentity(provider: issuer.url, subject: "alice"))
        #expect(verified.audience == "app")
        #expect(verified.claims["sub"] == "alice")
    }

    @Test("A token signed with ES256 is accepted with the point that the issuer publishes")
    func curve() async throws {
        let issuer = try TestIssuer()
        let key = P256SigningKey.generate()
        let (x, y) = key.publicKey.coordinates
        let (first, second) = (Base64URL.encode(x), Base64URL.encode(y))
        issuer.publish([#"{"kty": "EC", "crv": "P-256", "kid": "one", "x": "\#(first)", "y": "\#(second)"}"#])
        let parts = [#"{"alg": "ES256", "kid": "one"}"#, issuer.claims()].map { Base64URL.encode(Array($0.utf8)) }
            .joined(separator: ".")
        let signature = try Self.rawSignature(der: key.sign(Array(parts.utf8)))
        #expect(await issuer.refusal(of: parts + "." + Base64URL.encode(signature)) == nil)
        let forged = signature.reversed() as [UInt8]
        #expect(await issuer.refusal(of: parts + "." + Base64URL.encode(forged)) == .unverifiable)
    }

    @Test("One trailing slash of the issuer's name does not matter in the token, the document and the setting")
    func slash() async throws {
        let issuer = try TestIssuer("https://tenant.auth0.com")
        issuer.fetch.answer(
            issuer.discoveryURL, #"{"issuer": "https://tenant.auth0.com/", "jwks_uri": "\#(issuer.keySetURL)"}"#)
        let token = try issuer.token(claims: issuer.claims(["iss": "https://tenant.auth0.com/"]))
        #expect(await issuer.refusal(of: token) == nil)
        let configured = TrustedIssuer(url: "https://tenant.auth0.com/", clientIDs: ["app"])
        #expect(await issuer.refusal(of: token, from: configured) == nil)
        let two = try issuer.token(claims: issuer.claims(["iss": "https://tenant.auth0.com//"]))
        #expect(await issuer.refusal(of: two) == .wrongIssuer)
    }

    @Test("Google's token may name its issuer without a scheme, and no other issuer's may")
    func google() async throws {
        let google = try TestIssuer("https://accounts.google.com")
        let token = try google.token(claims: google.claims(["iss": "accounts.google.com"]))
        #expect(await google.refusal(of: token) == nil)
        let other = try TestIssuer()
        let bare = try other.token(claims: other.claims(["iss": "login.example.com/tenant"]))
        #expect(await other.refusal(of: bare) == .wrongIssuer)
    }

    @Test("A token with several audiences counts for the authorized party alone")
    func party() async throws {
        let issuer = try TestIssuer()
        let both: WireValue = ["app", "other-app"]
        let named = try issuer.token(claims: issuer.claims(["aud": both, "azp": "other-app"]))
        #expect(try await issuer.verifier().verify(named, from: issuer.trusted).audience == "other-app")
        #expect(await issuer.refusal(of: try issuer.token(claims: issuer.claims(["aud": both]))) == .wrongAudience)
    }

    @Test("Clocks may differ by five minutes")
    func skew() async throws {
        let issuer = try TestIssuer()
        let now = issuer.clock.seconds
        for (changes, isAccepted) in [
            (["exp": .integer(now - 299)], true), (["exp": .integer(now - 300)], false),
            (["iat": .integer(now + 300)], true), (["iat": .integer(now + 301)], false),
            (["nbf": .integer(now + 301)], false),
        ] as [([String: WireValue?], Bool)] {
            let refusal = await issuer.refusal(of: try issuer.token(claims: issuer.claims(changes)))
            #expect((refusal == nil) == isAccepted, "\(changes)")
        }
    }

    @Test("A user pool of another server needs an ID token, and gets no skew for its expiry")
    func userPool() async throws {
        let pool = try TestIssuer("https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Elsewhere")
        let trusted = TrustedIssuer(url: pool.url, clientIDs: ["app"], kind: .userPool)
        let id = try pool.token(claims: pool.claims(["token_use": "id"]))
        #expect(await pool.refusal(of: id, from: trusted) == nil)
        let now = pool.clock.seconds
        for (changes, refusal) in [
            (["token_use": "access"], .notIDToken), ([:], .missingClaim("token_use")),
            (["token_use": "id", "exp": .integer(now)], .expired(now: now, expiry: now)),
        ] as [([String: WireValue?], TokenRefusal)] {
            let token = try pool.token(claims: pool.claims(changes))
            #expect(await pool.refusal(of: token, from: trusted) == refusal)
        }
    }

    /// The numbers `r` and `s` of a signature in DER, 32 bytes each.
    static func rawSignature(der: [UInt8]) throws -> [UInt8] {
        let first = Array(der[4..<4 + Int(der[3])])
        let rest = der[(4 + first.count)...]
        let second = Array(rest.dropFirst(2))
        return [first, second].flatMap { number in
            let digits = Array(number.drop { $0 == 0 })
            return Array(repeating: 0, count: 32 - digits.count) + digits
        }
    }
}
