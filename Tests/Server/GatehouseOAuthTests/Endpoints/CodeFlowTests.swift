// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseAccounts
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("The authorization code flow", .tags(.security))
struct CodeFlowTests {
    private static let challenge = "&code_challenge=\(pkce.challenge)&code_challenge_method=S256"

    @Test("ends in tokens, which can be renewed and revoked")
    func wholeFlow() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        let answer = await hosted.get(
            "/oauth2/authorize", hosted.query("&scope=openid&nonce=n" + Self.challenge), headers: [cookie])
        let location = try #require(answer.header("Location"))
        #expect(answer.status == 302 && location.hasPrefix("https://app.example/cb?code="))
        #expect(location.hasSuffix("&state=s+1&iss=\(hosted.issuer)"))
        let code = try await hosted.code(cookie, "&scope=openid&nonce=n" + Self.challenge)
        let tokens = await hosted.exchange(code, "&code_verifier=\(pkce.verifier)")
        #expect(tokens.status == 200 && tokens.header("Cache-Control") == "no-store")
        #expect(tokens.json["token_type"] == "Bearer" && tokens.json["expires_in"] == 3_600)
        #expect(tokens.json["id_token"] != nil)
        let claims = await hosted.userInfo(tokens.accessToken).json
        #expect(claims["username"] == "alice" && claims["email"] == "alice@example.com")
        #expect(claims["email_verified"] == "true")
        let refresh = tokens.json["refresh_token"]?.stringValue ?? ""
        let client = "&client_id=\(hosted.fixture.client.id)"
        let renewed = await hosted.post("/oauth2/token", "grant_type=refresh_token&refresh_token=\(refresh)" + client)
        #expect(renewed.status == 200 && renewed.json["refresh_token"] == nil && renewed.json["id_token"] != nil)
        #expect(await hosted.userInfo(renewed.accessToken).status == 200)
        #expect(await hosted.post("/oauth2/revoke", "token=\(refresh)" + client).status == 200)
        #expect(await hosted.userInfo(renewed.accessToken).oauthError == "401 invalid_token")
        let dead = await hosted.post("/oauth2/token", "grant_type=refresh_token&refresh_token=\(refresh)" + client)
        #expect(dead.oauthError == "400 invalid_grant")
    }

    @Test("takes each code once, and revokes the tokens of a code that is used again")
    func replay() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let code = try await hosted.code(try await hosted.signIn())
        let tokens = await hosted.exchange(code)
        #expect(await hosted.userInfo(tokens.accessToken).status == 200)
        #expect(await hosted.exchange(code).oauthError == "400 invalid_grant")
        #expect(await hosted.userInfo(tokens.accessToken).oauthError == "401 invalid_token")
    }

    @Test(
        "gives no tokens to a client that may not read an attribute of a scope, and keeps the code",
        arguments: [("openid", true), ("email", false), ("phone", false), ("profile", true)])
    func unreadableScope(_ scope: String, isReadable: Bool) async throws {
        let hosted = try await HostedFixture.make {
            $0.allowedOAuthScopes = ["openid", "email", "phone", "profile"]
            $0.readAttributes = ["email", "phone_number_verified", "name"]
        }
        try await hosted.fixture.makeUser()
        let scopes = scope == "openid" ? scope : "openid+" + scope
        let code = try await hosted.code(try await hosted.signIn(), "&scope=" + scopes)
        let answer = await hosted.exchange(code)
        #expect(isReadable ? answer.status == 200 : answer.oauthError == "400 invalid_grant")
        guard !isReadable else { return }
        try await hosted.fixture.administrator.pools.records.write { [id = hosted.fixture.client.id] store in
            var (client, _) = try store.existingClient(id)
            client.description.readAttributes = nil
            try store.update(client)
        }
        #expect(await hosted.exchange(code).status == 200)
    }

    @Test("gives tokens to one of several exchanges at the same time at most")
    func parallelExchange() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let code = try await hosted.code(try await hosted.signIn())
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { await hosted.exchange(code).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count <= 1 && statuses.allSatisfy { $0 == 200 || $0 == 400 })
    }

    @Test("binds a code to its client, its redirect URI, its verifier and its time")
    func bindings() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        let other = try await hosted.fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: hosted.fixture.poolID, clientName: "other", callbackURLs: ["https://app.example/cb"],
                allowedOAuthFlows: [.code], allowedOAuthScopes: ["openid"], allowedOAuthFlowsUserPoolClient: true)
        ).userPoolClient?.clientId
        let foreign = try await hosted.code(cookie)
        #expect(await hosted.exchange(foreign, clientID: other).oauthError == "400 invalid_grant")
        let bound = try await hosted.code(cookie, Self.challenge)
        #expect(await hosted.exchange(bound).oauthError == "400 invalid_grant")
        let wrong = try await hosted.code(cookie, Self.challenge)
        #expect(await hosted.exchange(wrong, "&code_verifier=\(pkce.challenge)").oauthError == "400 invalid_grant")
        let unbound = try await hosted.code(cookie)
        #expect(await hosted.exchange(unbound, "&code_verifier=\(pkce.verifier)").oauthError == "400 invalid_grant")
        let moved = try await hosted.code(cookie)
        for address in ["&redirect_uri=myapp%3A%2F%2Fdone", ""] {
            let answer = await hosted.post(
                "/oauth2/token",
                "grant_type=authorization_code&code=\(moved)&client_id=\(hosted.fixture.client.id)" + address)
            #expect(answer.status == 400)
            #expect(["unauthorized_client", "invalid_grant"].contains(answer.json["error"]?.stringValue))
        }
        let late = try await hosted.code(cookie)
        hosted.fixture.gatehouse.clock.advance(by: 301)
        #expect(await hosted.exchange(late).oauthError == "400 invalid_grant")
        #expect(await hosted.exchange("unknown").oauthError == "400 invalid_grant")
    }

    @Test("of a client with the implicit flow puts the tokens into the fragment")
    func implicit() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        let query = hosted.query("&scope=openid").replacing("response_type=code", with: "response_type=token")
        let answer = await hosted.get("/oauth2/authorize", query, headers: [cookie])
        let location = try #require(answer.header("Location"))
        #expect(location.hasPrefix("https://app.example/cb#id_token="))
        #expect(location.hasSuffix("&expires_in=3600&token_type=Bearer&state=s+1&iss=\(hosted.issuer)"))
        #expect(!location.contains("refresh_token"))
    }

    @Test("needs a new sign-in where the request, the user or the sign-out demands it")
    func sessions() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        func isSilent(_ cookie: (name: String, value: String), _ others: String = "") async -> Bool {
            let answer = await hosted.get("/oauth2/authorize", hosted.query(others), headers: [cookie])
            return answer.header("Location")?.hasPrefix("https://app.example/cb?code=") == true
        }
        #expect(await isSilent(cookie))
        #expect(await isSilent(cookie, "&prompt=none"))
        #expect(await isSilent(cookie, "&identity_provider=COGNITO"))
        #expect(await !isSilent(cookie, "&prompt=login"))
        #expect(await !isSilent(cookie, "&prompt=select_account"))
        #expect(await !isSilent(cookie, "&id_token_hint=x"))
        #expect(await !isSilent(cookie, "&acr_values=urn%3Acognito%3Aloa%3A3"))
        #expect(await isSilent(cookie, "&max_age=60"))
        hosted.fixture.gatehouse.clock.advance(by: 61)
        #expect(await !isSilent(cookie, "&max_age=60"))
        #expect(await !isSilent(("Cookie", cookie.value + "A")))
        #expect(await !isSilent(("Cookie", cookie.value + "; " + cookie.value)))
        _ = await hosted.get(
            "/logout", "client_id=\(hosted.fixture.client.id)&logout_uri=https%3A%2F%2Fapp.example%2Fbye",
            headers: [cookie])
        #expect(await !isSilent(cookie))
        let second = try await hosted.signIn()
        _ = try await hosted.fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: hosted.fixture.poolID, username: "alice"))
        #expect(await !isSilent(second))
    }
}
