// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Browsers in other hands, against which the owner of the account acts: their sessions count for what they still prove.
@Suite(.tags(.security), .hangLimit) struct OutlivedSessionTests {
    private static let appPage = "Enter the code that your authenticator app shows."

    /// A pool whose client gets the scope of the user's operations, and Alice with a verified authenticator app.
    private struct Stage {
        let pool: HostedPool
        let appKey: String

        static func make() async throws -> Stage {
            let pool = try await HostedPool.make { request in
                request.policies = UserPoolPolicyType(
                    signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
            } client: {
                $0.explicitAuthFlows = [.allowUserPasswordAuth]
                $0.allowedOAuthScopes = ["openid", "aws.cognito.signin.user.admin"]
            }
            try await pool.fixture.makeUser()
            _ = try await pool.fixture.administrator.setUserPoolMfaConfig(
                SetUserPoolMfaConfigRequest(
                    userPoolId: pool.fixture.poolID,
                    softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                    mfaConfiguration: .optional))
            let token = try await pool.fixture.accessToken()
            let key = try await pool.fixture.anyone.associateSoftwareToken(
                AssociateSoftwareTokenRequest(accessToken: token)
            ).secretCode
            let stage = Stage(pool: pool, appKey: try #require(key))
            _ = try await pool.fixture.anyone.verifySoftwareToken(
                VerifySoftwareTokenRequest(accessToken: token, userCode: stage.appCode()))
            return stage
        }

        func appCode() -> String {
            pool.fixture.gatehouse.clock.advance(by: 30)
            return pool.appCode(appKey)
        }

        /// The address of a page, for both scopes of the client.
        func address(_ page: String, _ further: [(String, String)] = []) -> String {
            let fields = [
                ("client_id", pool.fixture.client.id), ("response_type", "code"),
                ("redirect_uri", HostedPool.callback), ("state", "s-1"),
            ]
            return "\(HostedPool.path)\(page)?\(FormFields.text(fields + further))"
        }

        /// A browser in which a person who knows the password has signed in.
        func signedIn() async throws -> PageBrowser {
            var browser = pool.browser
            try await browser.open(address("/oauth2/authorize"))
            try await browser.submit(HostedPool.login())
            #expect(browser.hasCode)
            return browser
        }

        func switchOnApp() async throws {
            _ = try await pool.fixture.administrator.adminSetUserMFAPreference(
                AdminSetUserMFAPreferenceRequest(
                    softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true),
                    username: "alice", userPoolId: pool.fixture.poolID))
        }

        /// The access token of a code that the browser has returned with; `nil` if the code is refused.
        func token(of browser: PageBrowser) async throws -> String? {
            let form = [
                ("grant_type", "authorization_code"), ("client_id", pool.fixture.client.id),
                ("redirect_uri", HostedPool.callback), ("code", try #require(browser.returned("code"))),
            ]
            let response = await pool.fixture.gatehouse.send(
                TestRequest(
                    method: "POST", path: HostedPool.path + "/oauth2/token",
                    headers: [("Host", "localhost:9229"), ("Content-Type", "application/x-www-form-urlencoded")],
                    body: Data(FormFields.text(form).utf8)))
            return try WireValue(foreignJSON: response.body)["access_token"]?.stringValue
        }

        func changePassword(by token: String) async throws {
            _ = try await pool.fixture.anyone.changePassword(
                ChangePasswordRequest(
                    previousPassword: PoolFixture.password, proposedPassword: PoolFixture.newPassword,
                    accessToken: token))
        }
    }

    @Test func `a session of the password alone gives nothing once the owner has switched on a second factor`()
        async throws
    {
        let stage = try await Stage.make()
        var browser = try await stage.signedIn()
        try await stage.switchOnApp()
        let former = browser.cookies[HostedPool.session]
        try await browser.open(stage.address("/oauth2/authorize", [("prompt", "none")]))
        #expect(browser.returned("error") == "login_required" && browser.returned("code") == nil)
        try await browser.open(stage.address("/passkeys/add"))
        #expect(!browser.text.contains("Add a passkey"))
        // The session stays for the password, so the app's code alone is missing.
        try await browser.open(stage.address("/oauth2/authorize"))
        #expect(!browser.hasCode && browser.text.contains("Continue as alice"))
        try await proceed(&browser)
        #expect(browser.text.contains(Self.appPage) && browser.forms.first?["password"] == nil)
        try await browser.submit(["code": stage.pool.fixture.wrongCode])
        #expect(!browser.hasCode)
        try await browser.submit(["code": stage.appCode()])
        #expect(browser.hasCode && browser.cookies[HostedPool.session] != former)
        try await browser.open(stage.address("/oauth2/authorize", [("prompt", "none")]))
        #expect(browser.hasCode)
    }

    @Test func `a code from before the second factor is refused after it`() async throws {
        let stage = try await Stage.make()
        let browser = try await stage.signedIn()
        try await stage.switchOnApp()
        #expect(try await stage.token(of: browser) == nil)
    }

    @Test func `a new password by the owner ends the other browsers, and the owner's own one goes on`() async throws {
        let stage = try await Stage.make()
        var (attacker, owner) = (try await stage.signedIn(), try await stage.signedIn())
        try await stage.changePassword(by: try #require(try await stage.token(of: owner)))
        try await owner.open(stage.address("/oauth2/authorize", [("prompt", "none")]))
        #expect(owner.hasCode)
        try await attacker.open(stage.address("/oauth2/authorize"))
        #expect(!attacker.hasCode && attacker.forms.first?["username"] == "")
        // The kept session counts as one of the new password also in what follows from it.
        try await stage.switchOnApp()
        try await owner.open(stage.address("/oauth2/authorize"))
        try await proceed(&owner)
        try await owner.submit(["code": stage.appCode()])
        #expect(owner.hasCode)
    }

    /// Selects the account of the browser's session.
    private func proceed(_ browser: inout PageBrowser) async throws {
        let account = try #require(browser.html.firstMatch(of: /name="account" value="([0-9a-f-]{36})"/)).1
        try await browser.submit(button: (name: "account", value: String(account)))
    }

    // MARK: - Factors on the pages

    @Test(arguments: [(599.0, true), (600, true), (601, false)])
    func `a passkey is added with proofs of the last ten minutes only`(_ age: Double, _ isShown: Bool) async throws {
        let stage = try await Stage.make()
        var browser = try await stage.signedIn()
        stage.pool.fixture.gatehouse.clock.advance(by: age)
        try await browser.open(stage.address("/passkeys/add"))
        #expect(browser.text.contains("Add a passkey") == isShown)
        guard !isShown else { return }
        #expect(browser.forms.first?["username"] == "alice" && browser.forms.first?["password"] != nil)
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("Add a passkey"))
    }

    @Test func `a page for a passkey that was opened in time adds none later`() async throws {
        let stage = try await Stage.make()
        var browser = try await stage.signedIn()
        stage.pool.fixture.gatehouse.clock.advance(by: 590)
        try await browser.open(stage.address("/passkeys/add"))
        var authenticator = TestAuthenticator()
        let credential = try authenticator.register(options: try browser.passkeyOptions())
        stage.pool.fixture.gatehouse.clock.advance(by: 11)
        try await browser.submit(["credential": credential])
        #expect(!browser.text.contains("Passkey added") && browser.forms.first?["password"] != nil)
        let begun = try await stage.pool.fixture.signInWithPassword()
        let listed = try await stage.pool.fixture.anyone.listWebAuthnCredentials(
            ListWebAuthnCredentialsRequest(accessToken: begun.authenticationResult?.accessToken ?? ""))
        #expect(listed.credentials.isEmpty)
    }

    @Test func `a passkey needs the second factor of a new sign-in, also where the password is recent`() async throws {
        let stage = try await Stage.make()
        var browser = try await stage.signedIn()
        try await stage.switchOnApp()
        try await browser.open(stage.address("/passkeys/add"))
        try await proceed(&browser)
        #expect(browser.text.contains(Self.appPage))
        try await browser.submit(["code": stage.appCode()])
        #expect(browser.text.contains("Add a passkey"))
    }

    @Test func `a pool without max_age asks for a new sign-in as well`() async throws {
        let stage = try await Stage.make()
        var browser = try await stage.signedIn()
        try await stage.pool.fixture.administrator.pools.records.write { [id = stage.pool.fixture.poolID] store in
            var pool = try store.existingPool(id)
            pool.description.userPoolTier = .lite
            try store.update(pool)
        }
        stage.pool.fixture.gatehouse.clock.advance(by: 601)
        try await browser.open(stage.address("/passkeys/add"))
        #expect(browser.forms.first?["password"] != nil && !browser.text.contains("Continue as alice"))
    }
}
