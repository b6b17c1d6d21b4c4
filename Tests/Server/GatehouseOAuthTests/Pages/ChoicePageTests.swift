// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The choice of the first factor, and passkeys.
@Suite(.hangLimit) struct ChoicePageTests {
    private func makePool(_ factors: [AuthFactorType]) async throws -> HostedPool {
        let pool = try await HostedPool.make { request in
            request.policies = UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: factors))
        } client: {
            $0.explicitAuthFlows = [.allowUserAuth]
        }
        try await pool.fixture.makeUser()
        return pool
    }

    @Test func `a user chooses a code by email instead of the password`() async throws {
        let pool = try await makePool([.password, .emailOtp])
        var browser = try await pool.browserAtLogin()
        #expect(browser.forms.first?["password"] == nil)
        try await browser.submit(["username": "alice"])
        #expect(browser.text.contains("How do you want to sign in?"))
        #expect(!browser.html.contains("PASSWORD_SRP"))
        try await browser.submit(button: (name: "factor", value: "EMAIL_OTP"))
        #expect(browser.text.contains("We sent a code by email to a***@e***."))
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.hasCode)
    }

    @Test func `a user who asked for a code can choose the password after all`() async throws {
        let pool = try await makePool([.password, .emailOtp])
        var browser = try await pool.browserAtLogin()
        try await browser.submit(["username": "alice"])
        try await browser.submit(button: (name: "factor", value: "EMAIL_OTP"))
        try await browser.submit(button: (name: "action", value: "another_way"))
        try await browser.submit(button: (name: "factor", value: "PASSWORD"))
        #expect(browser.text.contains("Enter your password"))
        try await browser.submit(["password": "Wrong-Horse-7!"])
        #expect(browser.text.contains("Incorrect user name or password."))
        try await browser.submit(["password": PoolFixture.password])
        #expect(browser.hasCode)
    }

    @Test func `another code by email replaces the first one`() async throws {
        let pool = try await makePool([.password, .emailOtp])
        var browser = try await pool.browserAtLogin()
        try await browser.submit(["username": "alice"])
        try await browser.submit(button: (name: "factor", value: "EMAIL_OTP"))
        try await browser.submit(button: (name: "action", value: "resend"))
        #expect(pool.fixture.gatehouse.messages().count == 2)
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `an unknown user can choose a factor and gets the same pages`() async throws {
        let pool = try await makePool([.password, .emailOtp])
        var browser = try await pool.browserAtLogin()
        // The name decides whether the code is offered beside the password.
        try await browser.submit(["username": "malice@example.com"])
        #expect(browser.status == 200)
        if browser.text.contains("How do you want to sign in?") {
            try await browser.submit(button: (name: "factor", value: "PASSWORD"))
        }
        #expect(browser.text.contains("Enter your password"))
        try await browser.submit(["password": PoolFixture.password])
        #expect(browser.text.contains("Incorrect user name or password."))
    }

    @Test func `a user adds a passkey and signs in with it`() async throws {
        let pool = try await makePool([.password, .webAuthn])
        var authenticator = TestAuthenticator()
        var browser = pool.browser
        // Without a session, the user signs in first.
        try await browser.open(pool.address("/passkeys/add"))
        try await browser.submit(["username": "alice"])
        try await browser.submit(["password": PoolFixture.password])
        #expect(browser.text.contains("Add a passkey"))
        let created = try authenticator.register(options: browser.passkeyOptions())
        try await browser.submit(["credential": created])
        #expect(browser.text.contains("Passkey added"))
        #expect(browser.html.contains("href=\"\(HostedPool.callback)\""))

        var next = try await pool.browserAtLogin()
        try await next.submit(["username": "alice"])
        try await next.submit(button: (name: "factor", value: "WEB_AUTHN"))
        let proof = try authenticator.authenticate(options: next.passkeyOptions())
        try await next.submit(["credential": proof])
        #expect(next.hasCode)
    }

    @Test(.tags(.security)) func `a passkey is added only with the options of the page`() async throws {
        let pool = try await makePool([.password, .webAuthn])
        try await pool.fixture.makeUser("mallory")
        var browsers: [PageBrowser] = []
        for name in ["alice", "mallory"] {
            var browser = pool.browser
            try await browser.open(pool.address("/passkeys/add"))
            try await browser.submit(["username": name])
            try await browser.submit(["password": PoolFixture.password])
            browsers.append(browser)
        }
        var authenticator = TestAuthenticator()
        let foreign = try authenticator.register(options: browsers[1].passkeyOptions())
        try await browsers[0].submit(["credential": foreign])
        #expect(browsers[0].status == 400)
        #expect(!browsers[0].text.contains("Passkey added"))
        try await browsers[0].submit(["credential": "{"])
        #expect(browsers[0].status == 400)
    }

    @Test func `a user who wants no passkey returns to the client`() async throws {
        let pool = try await makePool([.password, .webAuthn])
        var browser = pool.browser
        try await browser.open(pool.address("/passkeys/add"))
        try await browser.submit(["username": "alice"])
        try await browser.submit(["password": PoolFixture.password])
        try await browser.submit(button: (name: "action", value: "skip"))
        #expect(browser.location == HostedPool.callback)
    }
}
