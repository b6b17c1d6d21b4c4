// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseFederation
import GatehouseTesting
import GatehouseWire
import Testing

/// Tokens for an API that accepts ID tokens and access tokens of an issuer.
@Suite struct BearerTokenTests {
    private static func issuer(_ url: String = "https://login.example.com", _ kind: TrustedIssuer.Kind) -> TrustedIssuer
    {
        TrustedIssuer(url: url, clients: .any, kind: kind)
    }

    /// The reason why a new verifier refuses a token; `nil` if it accepts it.
    private func refusal(
        _ issuer: TestIssuer, _ token: String, kind: TrustedIssuer.Kind = .provider
    ) async -> TokenRefusal? {
        do {
            _ = try await issuer.verifier().verifyBearer(token, from: Self.issuer(issuer.url, kind))
            return nil
        } catch {
            return error
        }
    }

    @Test func `ID tokens and access tokens tell their clients and times`() async throws {
        let issuer = try TestIssuer()
        let now = Date(timeIntervalSince1970: TimeInterval(issuer.clock.seconds))
        let id = try issuer.token(
            claims: issuer.claims(["azp": "web", "auth_time": .integer(issuer.clock.seconds - 5)]))
        let verified = try await issuer.verifier().verifyBearer(id, from: Self.issuer(issuer.url, .provider))
        #expect(verified.clients == ["app", "web"])
        #expect(verified.expiresAt == now.addingTimeInterval(600) && verified.issuedAt == now)
        #expect(verified.authenticatedAt == now.addingTimeInterval(-5))
        #expect(!"\(verified) \(String(reflecting: verified))".contains("alice"))
        for type in ["at+jwt", "application/at+jwt"] {
            let access = try issuer.token(
                header: #"{"alg": "RS256", "kid": "one", "typ": "\#(type)"}"#,
                claims: issuer.claims(["aud": ["a", "b"], "iat": nil]))
            let verified = try await issuer.verifier().verifyBearer(access, from: Self.issuer(issuer.url, .provider))
            #expect(verified.clients == ["a", "b"] && verified.issuedAt == nil)
        }
    }

    @Test func `a token for another use or of another time is refused`() async throws {
        let issuer = try TestIssuer()
        let now = issuer.clock.seconds
        let cases: [([String: WireValue?], TokenRefusal)] = [
            (["exp": .integer(now)], .expired(now: now, expiry: now)), (["exp": nil], .missingClaim("exp")),
            (["nbf": .integer(now + 301)], .notYetValid(now: now, start: now + 301)), (["events": [:]], .notIDToken),
            (["typ": "Offline"], .notIDToken), (["token_use": "refresh"], .notIDToken),
            (["iss": "https://evil.example.com"], .wrongIssuer), (["sub": nil], .missingClaim("sub")),
            (["aud": .array(Array(repeating: "a", count: 101))], .missingClaim("aud")),
        ]
        for (claims, expected) in cases {
            #expect(await refusal(issuer, try issuer.token(claims: issuer.claims(claims))) == expected)
        }
        let logout = try issuer.token(header: #"{"alg": "RS256", "kid": "one", "typ": "logout+jwt"}"#)
        #expect(await refusal(issuer, logout) == .notIDToken)
        #expect(await refusal(issuer, try issuer.token(key: issuer.otherKey)) == .unverifiable)
    }

    @Test func `tokens of a user pool name their use and one client, and an access token its user`() async throws {
        let issuer = try TestIssuer()
        func refusal(_ claims: [String: WireValue?]) async throws -> TokenRefusal? {
            await self.refusal(issuer, try issuer.token(claims: issuer.claims(claims)), kind: .userPool)
        }
        #expect(try await refusal(["token_use": "id"]) == nil)
        #expect(try await refusal(["token_use": "access", "client_id": "web", "username": "a", "aud": nil]) == nil)
        #expect(try await refusal([:]) == .missingClaim("token_use"))
        #expect(try await refusal(["token_use": "access", "username": "a"]) == .missingClaim("client_id"))
        #expect(try await refusal(["token_use": "access", "client_id": "web"]) == .missingClaim("username"))
        #expect(try await refusal(["token_use": "id", "aud": ["a", "b"]]) == .missingClaim("aud"))
    }

    @Test func `a token of a key that the issuer adds later is accepted, after the pause between two fetches`()
        async throws
    {
        let issuer = try TestIssuer()
        let verifier = issuer.verifier()
        let trusted = Self.issuer(issuer.url, .provider)
        _ = try await verifier.verifyBearer(try issuer.token(), from: trusted)
        issuer.publish([TestIssuer.member(issuer.otherKey, id: "two")])
        let token = try issuer.token(header: #"{"alg": "RS256", "kid": "two"}"#, key: issuer.otherKey)
        await #expect(throws: TokenRefusal.unverifiable) { try await verifier.verifyBearer(token, from: trusted) }
        issuer.clock.advance(by: 10)
        _ = try await verifier.verifyBearer(token, from: trusted)
    }

    @Test func `the issuer that a token names is read without a key`() throws {
        let issuer = try TestIssuer()
        #expect(OpenIDVerifier.claimedIssuer(of: try issuer.token()) == issuer.url)
        for text in ["", "a.b.c", "da2-key", try issuer.token(claims: "[]")] {
            #expect(OpenIDVerifier.claimedIssuer(of: text) == nil)
        }
    }
}
