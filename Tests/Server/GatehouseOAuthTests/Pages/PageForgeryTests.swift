// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Attacks on the forms of the pages.
@Suite(.tags(.security), .hangLimit) struct PageForgeryTests {
    private static let pages = [
        "/login", "/login/step", "/signup", "/confirm", "/resendcode", "/forgotPassword", "/confirmForgotPassword",
    ]

    @Test(arguments: pages)
    func `a form without the browser's token changes nothing`(_ page: String) async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        let run = browser.forms.first?["run"] ?? ""
        for token in [nil, "", "AAAA", browser.forms.first?["_csrf"].map { String($0.reversed()) }] {
            var fields = [("run", run), ("username", "alice"), ("password", PoolFixture.password)]
            if let token { fields.append(("_csrf", token)) }
            try await browser.post(fields, to: pool.address(page))
            #expect(browser.status == 403, "\(page)")
            #expect(browser.text.contains("The form was open for too long."))
        }
        #expect(browser.cookies[HostedPool.session] == nil)
        #expect(pool.fixture.gatehouse.messages().isEmpty)
    }

    @Test func `the token of a page is not valid at another one`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        let token = browser.forms.first?["_csrf"] ?? ""
        try await browser.post([("_csrf", token), ("username", "alice")], to: pool.address("/forgotPassword"))
        #expect(browser.status == 403)
        #expect(pool.fixture.gatehouse.messages().isEmpty)
    }

    @Test(arguments: [
        ("Origin", "https://evil.example"), ("Origin", "http://localhost.evil.example:9229"),
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
    ])
    func `a form from a page of another origin begins no session`(_ header: (String, String)) async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        browser.headers = [(name: header.0, value: header.1)]
        try await browser.submit(HostedPool.login())
        #expect(browser.status == 403)
        #expect(browser.cookies[HostedPool.session] == nil)
    }

    @Test func `the token of an attacker's browser signs no other browser in`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        let attacker = try await pool.browserAtLogin()
        var victim = try await pool.browserAtLogin()
        let fields = (attacker.forms.first?.fields ?? []).filter { $0.name == "_csrf" || $0.name == "run" }
        try await victim.post(
            fields + [("username", "alice"), ("password", PoolFixture.password)], to: pool.address("/login"))
        #expect(victim.status == 403)
        #expect(victim.cookies[HostedPool.session] == nil)
    }

    @Test func `the run of another browser, client or request cannot be continued`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        let other = try await pool.browserAtLogin()
        var browser = try await pool.browserAtLogin()
        let otherRun = other.forms.first?["run"] ?? ""
        try await browser.submit(HostedPool.login().merging(["run": otherRun]) { $1 })
        #expect(browser.text.contains("Something went wrong"))

        browser = try await pool.browserAtLogin()
        let form = browser.forms.first
        try await browser.post(
            (form?.fields ?? []).filter { !["username", "password"].contains($0.name) }
                + [("username", "alice"), ("password", PoolFixture.password)],
            to: pool.address("/login", [("nonce", "changed")]))
        #expect(browser.text.contains("Something went wrong"))
        #expect(browser.cookies[HostedPool.session] == nil)
    }

    @Test func `each sign-in has a new cookie, and the former one ends`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        // An attacker that can set cookies for the domain knows this value before the sign-in.
        let planted = String(repeating: "A", count: 43)
        browser.cookies[HostedPool.session] = planted
        try await browser.submit(HostedPool.login())
        let first = try #require(browser.cookies[HostedPool.session])
        #expect(first != planted)
        try await browser.open(pool.address("/login", [("prompt", "login")]))
        try await browser.submit(HostedPool.login())
        let second = try #require(browser.cookies[HostedPool.session])
        #expect(second != first)
        var thief = pool.browser
        for cookie in [planted, first] {
            thief.cookies[HostedPool.session] = cookie
            try await thief.open(pool.address("/oauth2/authorize"))
            #expect(!thief.hasCode)
        }
        thief.cookies[HostedPool.session] = second
        try await thief.open(pool.address("/oauth2/authorize"))
        #expect(thief.hasCode)
    }

    /// Texts that break out of attributes, elements and templates.
    private static let markup = [
        "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>", "{{{hidden}}}", "</title><script>",
        "\"\u{0301}><script>", "javascript:alert(1)",
    ]

    @Test(arguments: markup) func `a page shows texts of a request as texts`(_ text: String) async throws {
        let pool = try await HostedPool.make()
        var browser = try await pool.browserAtLogin([("login_hint", text)])
        #expect(browser.forms.first?["username"] == text)
        try await browser.submit(HostedPool.login(text))
        for name in ["/signup", "/confirm", "/forgotPassword", "/confirmForgotPassword", "/resendcode"] {
            #expect(!browser.html.contains("<script>") && !browser.html.contains("<img src=x"))
            try await browser.open(pool.address(name, [("login_hint", text)]))
        }
        try await browser.open(HostedPool.path + "/error?" + FormFields.text([("error", text), ("client_id", text)]))
        #expect(!browser.html.contains("<script>") && !browser.html.contains("<img src=x"))
        try await browser.open(
            HostedPool.path + "/confirmUser?"
                + FormFields.text([
                    ("client_id", pool.fixture.client.id), ("user_name", text), ("confirmation_code", text),
                ]))
        #expect(!browser.html.contains("<script>") && !browser.html.contains("<img src=x"))
    }

    @Test(arguments: [
        "https://evil.example/callback", "https://app.example/callback/../evil", "https://app.example/callback#x",
        "//evil.example", "/callback", "https://app.example@evil.example/callback", "javascript:alert(1)",
    ])
    func `no page leads to an address that the client has not registered`(_ address: String) async throws {
        let pool = try await HostedPool.make()
        let query = FormFields.text([
            ("client_id", pool.fixture.client.id), ("response_type", "code"), ("redirect_uri", address),
        ])
        for page in Self.pages + ["/passkeys/add", "/oauth2/authorize"] {
            var browser = pool.browser
            try await browser.open("\(HostedPool.path)\(page)?\(query)")
            #expect(browser.status == 400, "\(page)")
            #expect(!browser.html.contains("evil.example"), "\(page)")
            #expect(browser.response?.header("Location") == nil, "\(page)")
        }
    }
}
