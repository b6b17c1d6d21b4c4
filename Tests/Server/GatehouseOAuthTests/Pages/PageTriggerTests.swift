// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The triggers of the pages: their order, and their error texts above the forms.
@Suite(.hangLimit) struct PageTriggerTests {
    private static let triggers: [Trigger] = [
        .preSignUp, .customMessage, .postConfirmation, .preAuthentication, .postAuthentication, .preTokenGeneration,
    ]
    private static let account = [
        "username": "ada", "password": PoolFixture.password, "confirm_password": PoolFixture.password,
        "requiredAttributes[email]": "ada@example.com",
    ]
    private static let signIn = [
        "PreAuthentication_Authentication", "PostAuthentication_Authentication", "TokenGeneration_HostedAuth",
    ]

    /// A pool with all triggers, of which one fails.
    private func make(
        failing failed: Trigger? = nil, changing change: (inout CreateUserPoolRequest) -> Void = { _ in },
        client: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> (HostedPool, ScriptedTriggers) {
        let triggers = ScriptedTriggers(accepting: Self.triggers, failing: failed, with: "Not <today>")
        let pool = try await HostedPool.make(
            triggers: triggers,
            changing: { request in
                request.lambdaConfig = triggers.settings
                change(&request)
            }, client: client)
        return (pool, triggers)
    }

    /// A pool whose UserMigration trigger gives an answer for every unknown user.
    private func make(migration: ScriptedTriggers.Answer) async throws -> (HostedPool, ScriptedTriggers) {
        let triggers = ScriptedTriggers([
            .userMigration: { _ in migration }, .customMessage: { .output($0) }, .preAuthentication: { .output($0) },
        ])
        let pool = try await HostedPool.make(triggers: triggers, changing: { $0.lambdaConfig = triggers.settings })
        return (pool, triggers)
    }

    private static let found = ScriptedTriggers.Answer.response([
        "userAttributes": ["email": "old@example.com", "email_verified": "true"], "finalUserStatus": "CONFIRMED",
    ])

    private func text(of trigger: Trigger) -> String { "\(trigger.rawValue) failed with error Not <today>." }

    @Test func `a new account, its confirmation and the sign-in call their triggers in the service's order`()
        async throws
    {
        let (pool, triggers) = try await make()
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        #expect(triggers.sources == ["PreSignUp_SignUp", "CustomMessage_SignUp"])
        try await browser.submit(button: (name: "action", value: "resend"))
        #expect(triggers.sources.last == "CustomMessage_ResendCode")
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.hasCode)
        #expect(Array(triggers.sources.dropFirst(3)) == ["PostConfirmation_ConfirmSignUp"] + Self.signIn)
    }

    @Test func `a sign-in calls its triggers in the service's order, and a session only the one of its tokens`()
        async throws
    {
        let (pool, triggers) = try await make()
        try await pool.fixture.makeUser()
        let before = triggers.sources.count
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        #expect(Array(triggers.sources.dropFirst(before)) == Self.signIn)
        #expect(triggers.request("TokenGeneration_HostedAuth")?["userAttributes"]?["email"] == "alice@example.com")
        try await browser.open(pool.address("/oauth2/authorize"))
        #expect(browser.hasCode)
        #expect(Array(triggers.sources.dropFirst(before + 3)) == ["TokenGeneration_HostedAuth"])
    }

    @Test func `a code by email has its message from the trigger`() async throws {
        let (pool, triggers) = try await make {
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
        } client: {
            $0.explicitAuthFlows = [.allowUserAuth]
        }
        try await pool.fixture.makeUser()
        let before = triggers.sources.count
        var browser = try await pool.browserAtLogin()
        try await browser.submit(["username": "alice"])
        try await browser.submit(button: (name: "factor", value: "EMAIL_OTP"))
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.hasCode)
        var expected = Self.signIn
        expected.insert("CustomMessage_Authentication", at: 1)
        #expect(Array(triggers.sources.dropFirst(before)) == expected)
    }

    @Test func `a new password calls the triggers of its message and of its confirmation`() async throws {
        let (pool, triggers) = try await make()
        try await pool.fixture.makeUser()
        let before = triggers.sources.count
        var browser = pool.browser
        try await browser.open(pool.address("/forgotPassword"))
        try await browser.submit(["username": "alice"])
        try await browser.submit([
            "code": pool.fixture.newestCode, "password": PoolFixture.newPassword,
            "confirm_password": PoolFixture.newPassword,
        ])
        #expect(browser.text.contains("Your password was changed."))
        #expect(
            Array(triggers.sources.dropFirst(before)) == [
                "CustomMessage_ForgotPassword", "PostConfirmation_ConfirmForgotPassword",
            ])
    }

    @Test func `the link in a mail calls PostConfirmation after its button only`() async throws {
        let (pool, triggers) = try await make(failing: .postConfirmation)
        try await pool.fixture.signUp()
        var browser = pool.browser
        let query = FormFields.text([
            ("client_id", pool.fixture.client.id), ("user_name", "alice"),
            ("confirmation_code", pool.fixture.newestCode),
        ])
        try await browser.open("\(HostedPool.path)/confirmUser?\(query)")
        #expect(!triggers.sources.contains("PostConfirmation_ConfirmSignUp"))
        try await browser.submit()
        #expect(triggers.sources.last == "PostConfirmation_ConfirmSignUp")
        #expect(browser.status == 400 && browser.text.contains(text(of: .postConfirmation)))
    }

    @Test(arguments: [Trigger.preSignUp, .customMessage])
    func `the error of a trigger is above the form of a new account`(_ trigger: Trigger) async throws {
        let (pool, _) = try await make(failing: trigger)
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        #expect(browser.status == 400 && browser.text.contains(text(of: trigger)))
        #expect(browser.forms.first?["username"] == "ada" && !browser.html.contains("<today>"))
    }

    @Test(arguments: [Trigger.preAuthentication, .postAuthentication])
    func `the error of a trigger is above the form of a sign-in, which begins no session`(
        _ trigger: Trigger
    ) async throws {
        let (pool, _) = try await make(failing: trigger)
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.status == 400 && browser.text.contains(text(of: trigger)))
        #expect(browser.forms.first?["username"] == "alice" && browser.cookies[HostedPool.session] == nil)
    }

    @Test func `the error of PostConfirmation is above the form, and the account is confirmed`() async throws {
        let (pool, _) = try await make(failing: .postConfirmation)
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.status == 400 && browser.text.contains(text(of: .postConfirmation)))
        #expect(try await pool.fixture.user("ada").userStatus == .confirmed)
    }

    @Test func `the error of PreTokenGeneration is in the redirect to the app`() async throws {
        let (pool, _) = try await make(failing: .preTokenGeneration)
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.returned("error") == "invalid_request" && browser.returned("code") == nil)
        #expect(browser.returned("error_description") == text(of: .preTokenGeneration))
        #expect(browser.returned("state") == "s-1")
    }

    @Test func `a user of another directory signs in with the password of the login page`() async throws {
        let (pool, triggers) = try await make(migration: Self.found)
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.hasCode)
        #expect(triggers.sources == ["UserMigration_Authentication", "PreAuthentication_Authentication"])
        #expect(triggers.request("UserMigration_Authentication")?["password"] == .string(PoolFixture.password))
        #expect(try await pool.fixture.user().userStatus == .confirmed)
    }

    @Test func `a user of another directory gets a code for a new password`() async throws {
        let (pool, triggers) = try await make(migration: Self.found)
        var browser = pool.browser
        try await browser.open(pool.address("/forgotPassword"))
        try await browser.submit(["username": "alice"])
        #expect(triggers.sources == ["UserMigration_ForgotPassword", "CustomMessage_ForgotPassword"])
        #expect(triggers.request("UserMigration_ForgotPassword")?["password"] == nil)
        try await browser.submit([
            "code": pool.fixture.newestCode, "password": PoolFixture.newPassword,
            "confirm_password": PoolFixture.newPassword,
        ])
        try await browser.submit(HostedPool.login(password: PoolFixture.newPassword))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a user that another directory does not know looks like a wrong password`()
        async throws
    {
        let (pool, _) = try await make(migration: .failure(.functionError("who is that")))
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.status == 400 && browser.text.contains("Incorrect user name or password."))
        #expect(!browser.text.contains("who is that"))
        try await browser.open(pool.address("/forgotPassword"))
        try await browser.submit(["username": "alice"])
        #expect(browser.status == 200 && !browser.text.contains("who is that"))
    }
}
