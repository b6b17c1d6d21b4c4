// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Levels of authentication on the pages: `acr_values` and `max_age`.
@Suite(.hangLimit) struct StepUpPageTests {
    private static let level = [("acr_values", "urn:cognito:loa:4")]
    private static let appPage = "Enter the code that your authenticator app shows."

    /// A pool whose user has an authenticator app that sign-ins do not ask for, and the app's key.
    private func makePool() async throws -> (HostedPool, secret: String) {
        let pool = try await HostedPool.make { _ in
        } client: {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
        }
        try await pool.fixture.makeUser()
        _ = try await pool.fixture.administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: pool.fixture.poolID,
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true), mfaConfiguration: .optional))
        let token = try await pool.fixture.accessToken()
        let secret = try #require(
            try await pool.fixture.anyone.associateSoftwareToken(AssociateSoftwareTokenRequest(accessToken: token))
                .secretCode)
        _ = try await pool.fixture.anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(accessToken: token, userCode: pool.appCode(secret)))
        pool.fixture.gatehouse.clock.advance(by: 60)
        return (pool, secret)
    }

    private func signedIn(_ pool: HostedPool) async throws -> PageBrowser {
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        return browser
    }

    /// Selects the account of the browser's session.
    private func proceed(_ browser: inout PageBrowser) async throws {
        let account = try #require(browser.html.firstMatch(of: /name="account" value="([0-9a-f-]{36})"/)).1
        try await browser.submit(button: (name: "account", value: String(account)))
    }

    @Test func `a new browser proves every factor of the level`() async throws {
        let (pool, secret) = try await makePool()
        var browser = try await pool.browserAtLogin(Self.level)
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains(Self.appPage))
        try await browser.submit(["code": pool.appCode(secret)])
        #expect(browser.hasCode)
        try await browser.open(pool.address("/oauth2/authorize", Self.level))
        #expect(browser.hasCode)
    }

    @Test func `a browser with a session proves only what is missing, and gets a new session`() async throws {
        let (pool, secret) = try await makePool()
        var browser = try await signedIn(pool)
        let former = browser.cookies[HostedPool.session]
        try await browser.open(pool.address("/oauth2/authorize", Self.level))
        #expect(!browser.hasCode && browser.text.contains("Continue as alice"))
        try await proceed(&browser)
        #expect(browser.text.contains(Self.appPage) && browser.forms.first?["password"] == nil)
        try await browser.submit(["code": pool.appCode(secret)])
        #expect(browser.hasCode)
        #expect(browser.cookies[HostedPool.session] != former)
        var other = pool.browser
        other.cookies[HostedPool.session] = former
        try await other.open(pool.address("/oauth2/authorize"))
        #expect(!other.hasCode)
        try await browser.open(pool.address("/oauth2/authorize", Self.level))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `proofs that are too old for max_age do not count, also after a step-up`() async throws
    {
        let (pool, secret) = try await makePool()
        var browser = try await signedIn(pool)
        pool.fixture.gatehouse.clock.advance(by: 61)
        try await browser.open(pool.address("/oauth2/authorize", Self.level + [("max_age", "60")]))
        #expect(!browser.hasCode && browser.forms.first?["password"] != nil)
        try await browser.open(pool.address("/oauth2/authorize", Self.level))
        try await proceed(&browser)
        try await browser.submit(["code": pool.appCode(secret)])
        #expect(browser.hasCode)
        try await browser.open(pool.address("/oauth2/authorize", [("max_age", "60")]))
        #expect(!browser.hasCode && browser.forms.first?["password"] != nil)
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a step-up ends with the session that it comes from`() async throws {
        let (pool, secret) = try await makePool()
        var browser = try await signedIn(pool)
        try await browser.open(pool.address("/oauth2/authorize", Self.level))
        try await proceed(&browser)
        #expect(browser.text.contains(Self.appPage))
        var elsewhere = browser
        try await elsewhere.open("\(HostedPool.path)/logout?client_id=\(pool.fixture.client.id)")
        try await browser.submit(["code": pool.appCode(secret)])
        #expect(!browser.hasCode && browser.text.contains("Something went wrong"))
    }

    @Test(.tags(.security)) func `a session from before a new password does not count`() async throws {
        let (pool, _) = try await makePool()
        var browser = try await signedIn(pool)
        pool.fixture.gatehouse.clock.advance(by: 1)
        _ = try await pool.fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: pool.fixture.poolID, username: "alice", password: PoolFixture.newPassword, permanent: true))
        try await browser.open(pool.address("/oauth2/authorize", Self.level))
        if browser.text.contains("Continue as alice") { try await proceed(&browser) }
        #expect(!browser.hasCode && browser.forms.first?["password"] != nil)
    }

    @Test(arguments: ["unknown", "urn:cognito:loa:1"])
    func `a level that is unknown or reached needs no further proof`(_ name: String) async throws {
        let (pool, _) = try await makePool()
        var browser = try await signedIn(pool)
        try await browser.open(pool.address("/oauth2/authorize", [("acr_values", name)]))
        #expect(browser.hasCode)
    }
}
