// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseWire
import Testing

@Suite("Tokens of social providers")
struct SocialVerifierTests {
    private let fetch = ScriptedFetch()

    private func verify(_ token: String, _ provider: SocialProvider, app: String) async throws -> VerifiedIDToken {
        try await SocialVerifier(
            fetch: fetch, endpoints: SocialEndpoints(twitter: "https://twitter.example"), clock: MovedClock().clock,
            entropy: .seeded(3)
        ).verify(token, of: provider, appID: app)
    }

    @Test("Facebook confirms app and person")
    func facebook() async throws {
        fetch.answer("https://graph.facebook.com/app", #"{"id": "7346", "name": "app"}"#)
        fetch.answer("https://graph.facebook.com/me", #"{"id": "99"}"#)
        let verified = try await verify("EAAB", .facebook, app: "7346")
        #expect(verified.identity == ExternalIdentity(provider: "graph.facebook.com", subject: "99"))
        #expect(verified.claims == ["iss": "graph.facebook.com", "aud": "7346", "sub": "99"])
        #expect(fetch.requests.map(\.description).allSatisfy { !$0.contains("EAAB") })
    }

    @Test("A Facebook token of another app is refused before a query for the person")
    func otherApp() async throws {
        fetch.answer("https://graph.facebook.com/app", #"{"id": "666"}"#)
        await #expect(throws: TokenRefusal.wrongAudience) { try await verify("EAAB", .facebook, app: "7346") }
        #expect(fetch.requests.count == 1)
    }

    @Test("Amazon confirms the client or its app, for a token that has not expired")
    func amazon() async throws {
        let url = "https://api.amazon.com/auth/o2/tokeninfo"
        let info = #"{"iss": "https://www.amazon.com", "aud": "client", "app_id": "app", "user_id": "amzn1.a", "exp": "#
        fetch.answer(url, info + "3597}")
        #expect(try await verify("Atza|abc", .amazon, app: "client").identity.subject == "amzn1.a")
        #expect(try await verify("Atza|abc", .amazon, app: "app").identity.subject == "amzn1.a")
        await #expect(throws: TokenRefusal.wrongAudience) { try await verify("Atza|abc", .amazon, app: "stranger") }
        #expect(fetch.requests[0].url == url + "?access_token=Atza%7Cabc")
        fetch.answer(url, info + "0}")
        await #expect(throws: TokenRefusal.unverifiable) { try await verify("Atza|abc", .amazon, app: "client") }
    }

    @Test("A request to Twitter is signed with the secrets of consumer and token")
    func twitter() async throws {
        fetch.answer("https://twitter.example/1.1/account/verify_credentials.json", #"{"id_str": "12"}"#)
        let verified = try await verify("token;tokensecret", .twitter, app: "consumer;consumersecret")
        #expect(verified.identity == ExternalIdentity(provider: "api.twitter.com", subject: "12"))
        #expect(verified.audience == "consumer")
        let header = try #require(fetch.requests.first?.headers.first { $0.name == "Authorization" }?.value)
        #expect(header.hasPrefix(#"OAuth oauth_consumer_key="consumer", oauth_nonce=""#))
        #expect(!header.contains("secret"))
        for broken in ["token", "token;", ";secret", "a;b;c"] {
            await #expect(throws: TokenRefusal.unverifiable) {
                try await verify(broken, .twitter, app: "consumer;consumersecret")
            }
        }
    }

    @Test("A token that the provider refuses is unverifiable, and a provider that fails is unavailable")
    func failures() async throws {
        let url = "https://graph.facebook.com/app"
        fetch.answer(url, #"{"error": {}}"#, status: 400)
        await #expect(throws: TokenRefusal.unverifiable) { try await verify("EAAB", .facebook, app: "7346") }
        for (status, body) in [(500, "{}"), (429, "{}"), (302, ""), (200, "[]"), (200, #"{"id": "1", "id": "7346"}"#)] {
            fetch.answer(url, body, status: status)
            do {
                _ = try await verify("EAAB", .facebook, app: "7346")
                Issue.record("status \(status) was accepted")
            } catch let refusal as TokenRefusal {
                guard case .providerUnavailable = refusal else {
                    Issue.record("status \(status): \(refusal)")
                    continue
                }
            }
        }
    }

    @Test("A token with blanks, line ends or without end is not sent", arguments: ["", "a b", "a\r\nX: y", "é"])
    func malformed(_ token: String) async throws {
        await #expect(throws: TokenRefusal.unverifiable) { try await verify(token, .facebook, app: "7346") }
        #expect(fetch.requests.isEmpty)
    }
}
