// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// `/login/step`: second factors and new passwords.
@Suite(.hangLimit) struct SecondFactorPageTests {
    private func makePool(_ requirement: UserPoolMfaType) async throws -> HostedPool {
        let pool = try await HostedPool.make()
        try await pool.fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: pool.fixture.poolID,
            attributes: [
                "email": "alice@example.com", "email_verified": "true", "phone_number": "+12025550123",
                "phone_number_verified": "true",
            ])
        _ = try await pool.fixture.administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: pool.fixture.poolID,
                smsMfaConfiguration: SmsMfaConfigType(
                    smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")),
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true), mfaConfiguration: requirement)
        )
        return pool
    }

    /// Lets Alice use codes by SMS, and prefer nothing.
    private func enableSMS(in pool: HostedPool) async throws {
        _ = try await pool.fixture.administrator.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                smsMfaSettings: SMSMfaSettingsType(enabled: true), username: "alice", userPoolId: pool.fixture.poolID))
    }

    @Test func `a code by SMS follows the password`() async throws {
        let pool = try await makePool(.optional)
        try await enableSMS(in: pool)
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("We sent a code by text message to +*******0123."))
        #expect(!browser.html.contains("2025550123"))
        #expect(browser.cookies[HostedPool.session] == nil)
        let code = pool.fixture.newestCode
        try await browser.submit(["code": pool.fixture.wrongCode])
        #expect(browser.text.contains("The code is not correct."))
        try await browser.submit(["code": code])
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a step cannot be sent again after it succeeded`() async throws {
        let pool = try await makePool(.optional)
        try await enableSMS(in: pool)
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        let step = browser
        let code = pool.fixture.newestCode
        try await browser.submit(["code": code])
        #expect(browser.hasCode)
        var replay = step
        try await replay.submit(["code": code])
        #expect(replay.text.contains("Something went wrong"))
        #expect(replay.cookies[HostedPool.session] == nil)
    }

    @Test(.tags(.security)) func `a step of another browser or of another request cannot be continued`() async throws {
        let pool = try await makePool(.optional)
        try await enableSMS(in: pool)
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        let run = browser.forms.first?["run"] ?? ""
        let code = pool.fixture.newestCode
        var thief = try await pool.browserAtLogin()
        try await thief.submit(HostedPool.login("mallory"))
        // The thief's browser has a token for no step, so it takes that of a step of its own.
        try await thief.open(pool.address("/login"))
        let token = browser.forms.first?["_csrf"] ?? ""
        try await thief.post([("_csrf", token), ("run", run), ("code", code)], to: pool.address("/login/step"))
        #expect(thief.status == 403)
        try await browser.post(
            [("_csrf", token), ("run", run), ("code", code)], to: pool.address("/login/step", [("nonce", "other")]))
        #expect(browser.text.contains("Something went wrong"))
        #expect(thief.cookies[HostedPool.session] == nil && browser.cookies[HostedPool.session] == nil)
    }

    @Test(.tags(.security)) func `a session string of the API is no step of the pages`() async throws {
        let pool = try await HostedPool.make { _ in
        } client: {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
        }
        try await pool.fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: pool.fixture.poolID,
            attributes: ["phone_number": "+12025550123", "phone_number_verified": "true"])
        _ = try await pool.fixture.administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: pool.fixture.poolID,
                smsMfaConfiguration: SmsMfaConfigType(
                    smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")),
                mfaConfiguration: .optional))
        try await enableSMS(in: pool)
        let challenge = try await pool.fixture.signInWithPassword()
        let refusal = try await fault {
            _ = try await pool.fixture.anyone.answerHostedChallenge(
                RespondToAuthChallengeRequest(
                    clientId: pool.fixture.client.id, challengeName: .smsMfa, session: challenge.session,
                    challengeResponses: ["USERNAME": "alice", "SMS_MFA_CODE": pool.fixture.newestCode]))
        }
        #expect(refusal?.message == "Invalid session for the user.")
    }

    @Test func `a user sets an authenticator app up where the pool requires a second factor`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: pool.fixture.poolID)
        _ = try await pool.fixture.administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: pool.fixture.poolID,
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true), mfaConfiguration: .on))
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("Set up an authenticator app"))
        let key = try #require(browser.html.firstMatch(of: /([A-Z2-7]{4} ){12}[A-Z2-7]{4}/)).0
        let secret = String(key.replacing(" ", with: ""))
        try await browser.submit(["code": "000000"])
        #expect(browser.text.contains("The code is not correct."))
        #expect(browser.html.contains(key))
        try await browser.submit(["code": pool.appCode(secret)])
        #expect(browser.hasCode)

        // The next sign-in requires the app.
        var next = try await pool.browserAtLogin()
        try await next.submit(HostedPool.login())
        #expect(next.text.contains("Enter the code that your authenticator app shows."))
        try await next.submit(["code": pool.appCode(secret)])
        #expect(next.text.contains("This code was used before."))

        // A used code ends the sign-in, as in the API.
        var last = try await pool.browserAtLogin()
        try await last.submit(HostedPool.login())
        try await last.submit(["code": pool.appCode(secret, steps: 1)])
        #expect(last.hasCode)
    }

    @Test func `a user with a temporary password chooses one`() async throws {
        let pool = try await HostedPool.make()
        _ = try await pool.fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: pool.fixture.poolID, username: "alice", temporaryPassword: "Temporary-1!",
                messageAction: .suppress))
        var browser = try await pool.browserAtLogin()
        try await browser.submit(HostedPool.login(password: "Temporary-1!"))
        #expect(browser.text.contains("Your password is temporary."))
        try await browser.submit(["password": PoolFixture.newPassword, "confirm_password": "Other-Horse-9!"])
        #expect(browser.text.contains("The two passwords are different."))
        try await browser.submit(["password": "short", "confirm_password": "short"])
        #expect(browser.text.contains("The password is too short."))
        try await browser.submit([
            "password": PoolFixture.newPassword, "confirm_password": PoolFixture.newPassword,
        ])
        #expect(browser.hasCode)
    }

    @Test func `a reload of a step begins the sign-in again`() async throws {
        let pool = try await makePool(.optional)
        var browser = pool.browser
        try await browser.open(pool.address("/login/step"))
        #expect(browser.status == 200)
        #expect(browser.forms.first?["username"] == "")
    }
}
