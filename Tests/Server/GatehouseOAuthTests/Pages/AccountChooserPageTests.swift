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

/// `/login` for a browser that has a session.
@Suite(.hangLimit) struct AccountChooserPageTests {
    private func signedIn() async throws -> (HostedPool, PageBrowser) {
        let pool = try await HostedPool.make { _ in
        } client: {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
        }
        try await pool.fixture.makeUser()
        try await pool.fixture.makeUser("bob")
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        return (pool, browser)
    }

    @Test func `a user with a session continues with the account or takes another one`() async throws {
        let (pool, first) = try await signedIn()
        var browser = first
        try await browser.open(pool.address("/oauth2/authorize", [("prompt", "select_account")]))
        #expect(browser.text.contains("Continue as alice"))
        let sub = try #require(browser.html.firstMatch(of: /name="account" value="([0-9a-f-]{36})"/)).1
        var other = browser
        try await browser.submit(button: (name: "account", value: String(sub)))
        #expect(browser.hasCode)
        try await other.submit(button: (name: "account", value: "other"))
        #expect(other.forms.first?["username"] == "")
        try await other.submit(HostedPool.login("bob"))
        #expect(other.hasCode)
    }

    @Test(.tags(.security)) func `the account of another user cannot be selected`() async throws {
        let (pool, first) = try await signedIn()
        var browser = first
        let bob = try await pool.fixture.user("bob").userAttributes?.first { $0.name == "sub" }?.value ?? ""
        try await browser.open(pool.address("/oauth2/authorize", [("prompt", "select_account")]))
        try await browser.submit(button: (name: "account", value: bob))
        #expect(!browser.hasCode)
        #expect(browser.forms.first?["password"] != nil)
    }

    @Test func `the parameter prompt=login requires the password again, once`() async throws {
        let (pool, first) = try await signedIn()
        var browser = first
        try await browser.open(pool.address("/oauth2/authorize", [("prompt", "login")]))
        #expect(!browser.hasCode)
        #expect(browser.forms.first?["username"] == "alice")
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
    }

    @Test func `a session that is too old for max_age requires the password again, once`() async throws {
        let (pool, first) = try await signedIn()
        var browser = first
        pool.fixture.gatehouse.clock.advance(by: 61)
        try await browser.open(pool.address("/oauth2/authorize", [("max_age", "60")]))
        #expect(!browser.hasCode)
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        try await browser.open(pool.address("/oauth2/authorize", [("max_age", "60")]))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a session from a later time is too old for max_age after the clock was set back`()
        async throws
    {
        let (pool, first) = try await signedIn()
        var browser = first
        pool.fixture.gatehouse.clock.advance(by: -3_600)
        try await browser.open(pool.address("/oauth2/authorize"))
        #expect(browser.hasCode)
        try await browser.open(pool.address("/oauth2/authorize", [("max_age", "1")]))
        #expect(!browser.hasCode && browser.forms.first?["password"] != nil)
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        try await browser.open(pool.address("/oauth2/authorize", [("max_age", "1")]))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `only the user of the hint signs in, and the account of another is not offered`()
        async throws
    {
        let (pool, first) = try await signedIn()
        let hint = try #require(try await pool.fixture.signInWithPassword("bob").authenticationResult?.idToken)
        var browser = first
        try await browser.open(pool.address("/oauth2/authorize", [("id_token_hint", hint)]))
        #expect(!browser.hasCode && !browser.text.contains("Continue as alice"))
        var other = browser
        try await other.submit(HostedPool.login())
        #expect(other.returned("error") == "login_required" && other.returned("code") == nil)
        #expect(other.cookies[HostedPool.session] == browser.cookies[HostedPool.session])
        try await browser.submit(HostedPool.login("bob"))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `the session of a disabled user opens nothing`() async throws {
        let (pool, first) = try await signedIn()
        var browser = first
        _ = try await pool.fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: pool.fixture.poolID, username: "alice"))
        try await browser.open(pool.address("/oauth2/authorize"))
        #expect(!browser.hasCode)
        try await browser.open(pool.address("/passkeys/add"))
        #expect(browser.forms.first?["password"] != nil)
    }
}
