// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("A pushed authorization request", .tags(.security))
struct PushedRequestTests {
    private func push(_ hosted: HostedFixture, _ form: String) async throws -> String {
        let answer = await hosted.post("/oauth2/par", form)
        try #require(answer.status == 201 && answer.json["expires_in"] == 300)
        let reference = answer.json["request_uri"]?.stringValue ?? ""
        #expect(reference.hasPrefix("urn:ietf:params:oauth:request_uri:"))
        return reference.replacing(":", with: "%3A")
    }

    @Test("replaces the parameters of the browser, for its client only")
    func parameters() async throws {
        let hosted = try await HostedFixture.make()
        let id = hosted.fixture.client.id
        let reference = try await push(hosted, hosted.query("&scope=openid"))
        let foreign = await hosted.get("/oauth2/authorize", "client_id=other&request_uri=\(reference)")
        #expect(foreign.redirect == "302 /domains/shop/error?error=session_expired&client_id=other")
        let changed = await hosted.get("/oauth2/authorize", "client_id=\(id)&request_uri=\(reference)A")
        #expect(changed.redirect == "302 /domains/shop/error?error=session_expired&client_id=\(id)")
        let answer = await hosted.get(
            "/oauth2/authorize",
            "client_id=\(id)&request_uri=\(reference)&scope=admin&prompt=none&redirect_uri=https%3A%2F%2Fevil.example")
        let location = try #require(answer.header("Location"))
        #expect(location.hasPrefix("/domains/shop/login?client_id=\(id)&request_uri=urn%3A"))
        #expect(answer.header("Set-Cookie")?.hasPrefix("XSRF-TOKEN-shop=") == true)
        for parameter in ["scope", "state", "redirect_uri", "prompt"] { #expect(!location.contains(parameter + "=")) }
        hosted.fixture.gatehouse.clock.advance(by: 301)
        let late = try await push(hosted, hosted.query())
        hosted.fixture.gatehouse.clock.advance(by: 301)
        let expired = await hosted.get("/oauth2/authorize", "client_id=\(id)&request_uri=\(late)")
        #expect(expired.redirect == "302 /domains/shop/error?error=session_expired&client_id=\(id)")
    }

    @Test("is used once, also by requests at the same time")
    func singleUse() async throws {
        let hosted = try await HostedFixture.make()
        let query = "client_id=\(hosted.fixture.client.id)&request_uri=\(try await push(hosted, hosted.query()))"
        let pages = await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { await hosted.get("/oauth2/authorize", query).redirect } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pages.count { $0.hasPrefix("302 /domains/shop/login?") } == 1)
        #expect(pages.count { $0.hasPrefix("302 /domains/shop/error?error=session_expired") } == 7)
    }

    @Test("leads through the pages to a code, and the browser's reference is of no use elsewhere")
    func pages() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var client = pool.browser
        try await client.post(
            [
                ("client_id", pool.fixture.client.id), ("response_type", "code"),
                ("redirect_uri", HostedPool.callback), ("scope", "openid"), ("state", "s-1"), ("prompt", "login"),
                ("login_hint", "alice"),
            ], to: HostedPool.path + "/oauth2/par")
        let pushed = try WireValue(json: client.response?.body ?? Data())["request_uri"]?.stringValue ?? ""
        let query = FormFields.text([("client_id", pool.fixture.client.id), ("request_uri", pushed)])
        var browser = pool.browser
        try await browser.open("\(HostedPool.path)/oauth2/authorize?\(query)")
        #expect(browser.forms.first?["username"] == "alice")
        #expect(!browser.address.contains("state=") && !browser.html.contains(HostedPool.callback))
        var thief = pool.browser
        try await thief.open(browser.address)
        #expect(thief.status == 400 && thief.text.contains("session_expired"))
        try await browser.submit(HostedPool.login(password: "Wrong-Horse-7!"))
        #expect(browser.status == 400)
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
    }

    @Test("needs an authenticated client, and keeps no secret")
    func secret() async throws {
        let hosted = try await HostedFixture.make(withSecret: true)
        #expect(await hosted.post("/oauth2/par", hosted.query()).oauthError == "401 invalid_client")
        let secret = hosted.fixture.client.secret ?? ""
        let reference = try await push(hosted, hosted.query("&client_secret=\(secret)"))
        let answer = await hosted.get(
            "/oauth2/authorize", "client_id=\(hosted.fixture.client.id)&request_uri=\(reference)")
        #expect(answer.redirect.hasPrefix("302 /domains/shop/login?") && !answer.redirect.contains(secret))
    }

    @Test("is verified before the browser comes")
    func verification() async throws {
        let hosted = try await HostedFixture.make()
        let wrong = await hosted.post("/oauth2/par", hosted.query("&scope=admin"))
        #expect(wrong.oauthError == "400 invalid_request" && wrong.json["error_description"] == "invalid_scope")
        let address = "client_id=\(hosted.fixture.client.id)&response_type=code&redirect_uri=https%3A%2F%2Fevil.example"
        #expect(await hosted.post("/oauth2/par", address).json["error_description"] == "redirect_mismatch")
        let nested = await hosted.post("/oauth2/par", hosted.query("&request_uri=urn%3Ax"))
        #expect(nested.oauthError == "400 invalid_request")
        let long = await hosted.post("/oauth2/par", hosted.query("&nonce=" + String(repeating: "a", count: 4_096)))
        #expect(long.oauthError == "413 invalid_request")
    }
}
