// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSites
import GatehouseTesting
import Testing

@Suite("The logout endpoint", .tags(.security))
struct LogoutEndpointTests {
    @Test("returns to a registered address only, and deletes the cookie")
    func addresses() async throws {
        let hosted = try await HostedFixture.make()
        let id = hosted.fixture.client.id
        let answer = await hosted.get("/logout", "client_id=\(id)&logout_uri=https%3A%2F%2Fapp.example%2Fbye")
        #expect(answer.redirect == "302 https://app.example/bye")
        #expect(
            answer.header("Set-Cookie") == "cognito-shop=; Max-Age=0; Path=/domains/shop; HttpOnly; SameSite=Lax")
        for address in [
            "https%3A%2F%2Fevil.example", "https%3A%2F%2Fapp.example%2Fcb", "https%3A%2F%2Fapp.example%2Fbye%2F",
            "%2F%2Fevil.example", "https%3A%2F%2Fapp.example%2Fbye%3Fa",
        ] {
            let refused = await hosted.get("/logout", "client_id=\(id)&logout_uri=\(address)")
            #expect(refused.redirect == "302 /domains/shop/error?error=missing_redirect_uri&client_id=\(id)")
            #expect(refused.header("Set-Cookie") == nil)
            let byOpenID = await hosted.get("/logout", "client_id=\(id)&post_logout_redirect_uri=\(address)")
            #expect(byOpenID.redirect == "302 /domains/shop/error?error=redirect_mismatch&client_id=\(id)")
        }
    }

    @Test("goes to the login page with the parameters of an authorization request")
    func signInAgain() async throws {
        let hosted = try await HostedFixture.make()
        let answer = await hosted.get("/logout", hosted.query())
        #expect(answer.redirect == "302 /domains/shop/login?\(hosted.query())")
        let id = hosted.fixture.client.id
        let foreign = await hosted.get(
            "/logout", "client_id=\(id)&response_type=code&redirect_uri=https%3A%2F%2Fevil.example")
        #expect(foreign.redirect == "302 /domains/shop/error?error=redirect_mismatch&client_id=\(id)")
    }

    @Test("knows the client by an ID token, and returns the state")
    func hint() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let tokens = try await hosted.fixture.tokens()
        let query = "&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye&state=a%26b"
        let answer = await hosted.get("/logout", "id_token_hint=\(tokens.idToken ?? "")" + query)
        #expect(answer.redirect == "302 https://app.example/bye?state=a%26b")
        hosted.fixture.gatehouse.clock.advance(by: 86_400)
        let expired = await hosted.get("/logout", "id_token_hint=\(tokens.idToken ?? "")" + query)
        #expect(expired.status == 302 && expired.header("Location") == answer.header("Location"))
        for hint in [tokens.accessToken ?? "", (tokens.idToken ?? "") + "x", "x", "%00"] {
            let refused = await hosted.get("/logout", "id_token_hint=\(hint)" + query)
            #expect(refused.redirect == "302 /domains/shop/error?error=invalid_request")
        }
        let other = await hosted.get("/logout", "client_id=other&id_token_hint=\(tokens.idToken ?? "")" + query)
        #expect(other.redirect == "302 /domains/shop/error?error=invalid_request&client_id=other")
    }

    @Test("without an address ends the session and stays on a page")
    func signedOut() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let tokens = try await hosted.fixture.tokens()
        for query in ["client_id=\(hosted.fixture.client.id)", "id_token_hint=\(tokens.idToken ?? "")", ""] {
            let cookie = try await hosted.signIn()
            let answer = await hosted.get("/logout", query, headers: [cookie])
            let html = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == 200 && html.contains("You are signed out"))
            #expect(
                answer.headers.contains { $0.name == "Set-Cookie" && $0.value.hasPrefix("cognito-shop=; Max-Age=0;") })
            let next = await hosted.get("/oauth2/authorize", hosted.query(), headers: [cookie])
            #expect(next.redirect.hasPrefix("302 /domains/shop/login?"))
        }
    }

    @Test("with an unusable client or hint ends no session")
    func refusedWithoutAddress() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        for query in ["client_id=unknown", "id_token_hint=x", "logout_uri=https%3A%2F%2Fapp.example%2Fbye"] {
            let answer = await hosted.get("/logout", query, headers: [cookie])
            #expect(answer.redirect.hasPrefix("302 /domains/shop/error?"))
        }
        let next = await hosted.get("/oauth2/authorize", hosted.query(), headers: [cookie])
        #expect(next.redirect.contains("code="))
    }
}
