// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// `/login` with a user name and a password.
@Suite(.hangLimit) struct LoginPageTests {
    @Test func `a user signs in with a password and returns to the client with a code`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        #expect(browser.status == 200)
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        #expect(browser.cookies[HostedPool.session] != nil)
    }

    @Test(arguments: [[:], ["prompt": "login"], ["max_age": "0"]])
    func `the answer to the form is the redirect to the client, as in Cognito`(
        _ parameters: [String: String]
    ) async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin(parameters.map { ($0, $1) })
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode && browser.status == 303)
        #expect(browser.address.hasPrefix(HostedPool.path + "/login?"))
    }

    @Test func `a client with a secret needs no secret hash on the pages`() async throws {
        let pool = try await HostedPool.make(withSecret: true)
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
    }

    @Test(.tags(.security), arguments: [PreventUserExistenceErrorTypes.enabled, .legacy])
    func `an unknown user looks like a wrong password`(_ setting: PreventUserExistenceErrorTypes) async throws {
        let pool = try await HostedPool.make { _ in
        } client: {
            $0.preventUserExistenceErrors = setting
        }
        try await pool.fixture.makeUser()
        var pages: [String] = []
        for name in ["alice", "malice"] {
            var browser = try await pool.browserAtLogin()
            try await browser.submit(HostedPool.login(name, password: "Wrong-Horse-7!"))
            #expect(browser.status == 400)
            #expect(browser.text.contains("Incorrect user name or password."))
            #expect(browser.forms.first?["username"] == name)
            pages.append(browser.text)
        }
        #expect(pages[0] == pages[1])
    }

    @Test func `a wrong password can be corrected on the same page`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login(password: "Wrong-Horse-7!"))
        #expect(!browser.hasCode)
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
    }

    @Test func `a run that took five minutes shows that something went wrong`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        pool.fixture.gatehouse.clock.advance(by: 301)
        try await browser.submit(HostedPool.login())
        #expect(browser.status == 400)
        #expect(browser.text.contains("Something went wrong"))
        #expect(browser.html.contains("/domains/shop/login?"))
        #expect(browser.cookies[HostedPool.session] == nil)
    }

    @Test func `a wrong password does not extend the time of a run`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        pool.fixture.gatehouse.clock.advance(by: 200)
        try await browser.submit(HostedPool.login(password: "Wrong-Horse-7!"))
        pool.fixture.gatehouse.clock.advance(by: 101)
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("Something went wrong"))
    }

    @Test func `the hint of the client prefills the user name`() async throws {
        let pool = try await HostedPool.make()
        let browser = try await pool.browserAtLogin([("login_hint", "alice")])
        #expect(browser.forms.first?["username"] == "alice")
    }

    @Test func `the page has the language of the browser and keeps the one that the user selects`() async throws {
        let pool = try await HostedPool.make()
        var browser = pool.browser
        browser.language = "de-AT"
        try await browser.open(pool.address("/login"))
        #expect(browser.html.contains("<html lang=\"de\""))
        try await browser.open(pool.address("/login", [("lang", "fr")]))
        #expect(browser.html.contains("<html lang=\"fr\""))
        try await browser.open(pool.address("/login"))
        #expect(browser.html.contains("<html lang=\"fr\""))
    }

    @Test func `an unconfirmed user gets the form for the code`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.signUp()
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("This account is not confirmed yet."))
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.text.contains("Your account is confirmed."))
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
    }

    @Test func `a disabled user gets an error and no session`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        _ = try await pool.fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: pool.fixture.poolID, username: "alice"))
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("This account is disabled."))
        #expect(browser.cookies[HostedPool.session] == nil)
    }

    @Test func `the page keeps frames, caches and scripts of others away`() async throws {
        let pool = try await HostedPool.make()
        let browser = try await pool.browserAtLogin()
        let policies = browser.response?.headers.filter { $0.name == "Content-Security-Policy" }.map(\.value) ?? []
        let policy = policies.joined(separator: ", ")
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("form-action 'self' https://app.example;"))
        #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe"))
        #expect(browser.response?.header("Cache-Control") == "no-store")
        #expect(browser.response?.header("Referrer-Policy") == "no-referrer")
        #expect(!browser.html.contains("<script>") && !browser.html.contains("onclick"))
    }
}
