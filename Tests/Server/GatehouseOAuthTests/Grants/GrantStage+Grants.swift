// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The grants that the stage makes.
extension GrantStage {
    /// Makes a grant.
    func hold(_ grant: Grant) async throws -> HeldGrant {
        if grant != .stepUpCall && grant != .stepUpPage { try await askForApp() }
        return switch grant {
        case .code, .browser, .passkeyPage, .stepUpPage:
            try await ofBrowser(grant, cookie: try await signInByPages())
        case .providerBrowser:
            try await ofBrowser(grant, cookie: try #require(await finishAtProvider(beginAtProvider())))
        case .accessToken, .refreshToken, .session, .device, .passkeyCall, .stepUpCall: try await ofAPI(grant)
        case .derivedToken: try await derived()
        case .waiting: try await waiting()
        case .atProvider:
            try await atProvider()
        }
    }

    private func atProvider() async throws -> HeldGrant {
        let begun = try await beginAtProvider()
        return HeldGrant(use: { try await self.finishAtProvider(begun) == nil ? .refused : .works })
    }

    private func ofBrowser(_ grant: Grant, cookie: String) async throws -> HeldGrant {
        let header = (name: "Cookie", value: cookie)
        // The tokens that came from the browser before.
        let tokens = await hosted.exchange(try await hosted.code(header)).json
        var held = HeldGrant(
            refreshToken: tokens["refresh_token"]?.stringValue, sessionID: try await newestSession(), cookie: cookie)
        var browser = PageBrowser(hosted.fixture.gatehouse)
        browser.cookies["cognito-shop"] = String(cookie.dropFirst("cognito-shop=".count))
        switch grant {
        case .code:
            let code = try await hosted.code(header)
            held.use = { await self.hosted.exchange(code).status == 200 ? .works : .refused }
        case .passkeyPage:
            try await browser.open("\(hosted.base)/passkeys/add?\(hosted.query())")
            var page = browser
            var device = TestAuthenticator(seed: 9)
            let credential = try device.register(options: try browser.passkeyOptions())
            held.use = {
                try await page.submit(["credential": credential])
                if page.text.contains("Passkey added") { return .works }
                let isAsked = page.address.hasPrefix(self.hosted.base + "/login")
                guard isAsked, try await self.isSignedIn(cookie) else { return .refused }
                return .asks
            }
        case .stepUpPage:
            try await askForApp()
            let level = measure == .appRemoved ? "" : "&acr_values=urn%3Acognito%3Aloa%3A4"
            try await browser.open("\(hosted.base)/oauth2/authorize?\(hosted.query(level))")
            let account = try #require(browser.html.firstMatch(of: /name="account" value="([0-9a-f-]{36})"/)).1
            try await browser.submit(button: (name: "account", value: String(account)))
            try #require(browser.text.contains("Enter the code that your authenticator app shows."))
            var page = browser
            held.use = {
                try await page.submit(["code": self.freshAppCode()])
                return page.location?.contains("code=") == true ? .works : .refused
            }
        default:
            held.use = {
                let answer = await self.other.get("/oauth2/authorize", self.other.query(), headers: [header])
                let location = answer.header("Location") ?? ""
                if location.contains("?code=") { return .works }
                let isAsked = location.hasPrefix(self.hosted.base + "/login")
                guard isAsked, try await self.isSignedIn(cookie) else { return .refused }
                return .asks
            }
        }
        return held
    }

    private func ofAPI(_ grant: Grant) async throws -> HeldGrant {
        let isDevice = grant == .device || measure == .deviceForgotten
        let (fixture, tokens) = (hosted.fixture, try await signInByAPI(confirmingDevice: isDevice))
        let session = try await newestSession()
        var held = HeldGrant(refreshToken: tokens.refreshToken, sessionID: session, deviceKey: tokens.deviceKey)
        switch grant {
        case .accessToken:
            held.use = { try await self.isAccepted(tokens.accessToken) }
        case .refreshToken:
            held.use = {
                try await Self.use {
                    _ = try await fixture.anyone.getTokensFromRefreshToken(
                        GetTokensFromRefreshTokenRequest(
                            refreshToken: tokens.refreshToken, clientId: fixture.client.id,
                            deviceKey: tokens.deviceKey))
                }
            }
        case .session:
            held.use = {
                let listed = try await fault {
                    let list = try await fixture.administrator.adminListUserSessions(
                        AdminListUserSessionsRequest(userPoolId: fixture.poolID, username: "alice"))
                    let isListed = list.sessions?.contains { $0.sessionId == session } == true
                    if !isListed { throw ServiceFault(.resourceNotFound, "The session is not listed.") }
                }
                return listed == nil ? .works : .refused
            }
        case .device:
            held.use = { try await self.useDevice(tokens.deviceKey) }
        case .passkeyCall:
            let options = try await fixture.anyone.startWebAuthnRegistration(
                StartWebAuthnRegistrationRequest(accessToken: tokens.accessToken)
            ).credentialCreationOptions
            var device = TestAuthenticator(seed: 9)
            let credential = try device.register(options: options)
            held.use = {
                try await Self.use {
                    _ = try await fixture.anyone.completeWebAuthnRegistration(
                        CompleteWebAuthnRegistrationRequest(accessToken: tokens.accessToken, credential: credential))
                }
            }
        default:
            try await askForApp()
            held.use = try await aimed(["ACCESS_TOKEN": tokens.accessToken])
        }
        return held
    }

    /// A sign-in that aims at the highest level and waits for the code of the app.
    private func waiting() async throws -> HeldGrant { HeldGrant(use: try await aimed([:])) }

    private func aimed(_ parameters: [String: String]) async throws -> () async throws -> HeldGrant.Use {
        let begun = try await hosted.fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth,
                authParameters: parameters.merging(
                    ["USERNAME": "alice", "TARGET_ACR_VALUES": "urn:cognito:loa:4"]
                ) { $1 },
                clientId: hosted.fixture.client.id))
        var session = begun.session
        // Without proofs, and after a passkey, the password comes first.
        if begun.challengeName == .selectChallenge {
            let next = try await respond(
                .selectChallenge, session, ["ANSWER": "PASSWORD", "PASSWORD": PoolFixture.password])
            try #require(next.challengeName == .softwareTokenMfa)
            session = next.session
        }
        return { [session] in
            try await Self.use {
                _ = try await self.respond(
                    .softwareTokenMfa, session, ["SOFTWARE_TOKEN_MFA_CODE": self.freshAppCode()])
            }
        }
    }

    private func derived() async throws -> HeldGrant {
        try await hosted.fixture.makeResourceServers()
        let exchange = try await ExchangeFixture(
            of: hosted.fixture, flows: ExchangeFixture.flows + [.allowUserAuth])
        let tokens = try await signInByAPI(at: exchange.pool, confirmingDevice: measure == .deviceForgotten)
        let token = try await exchange.derive(tokens.accessToken).issuedToken
        return HeldGrant(
            refreshToken: tokens.refreshToken, sessionID: try await newestSession(), deviceKey: tokens.deviceKey,
            clientID: exchange.client.id, clientSecret: exchange.client.secret,
            use: { try await self.isAccepted(token) })
    }

    private func isAccepted(_ token: String) async throws -> HeldGrant.Use {
        try await Self.use { _ = try await self.hosted.fixture.anyone.getUser(GetUserRequest(accessToken: token)) }
    }

    /// Signs in at another client with the device, which stands in for a second factor.
    private func useDevice(_ key: String?) async throws -> HeldGrant.Use {
        var password = PoolFixture.password
        if measure.setsPassword { password = PoolFixture.newPassword }
        if measure == .adminReset { try await other.fixture.confirmForgotPassword() }
        var asked: ChallengeNameType?
        let refusal = try await fault {
            asked = try await other.fixture.anyone.initiateAuth(
                InitiateAuthRequest(
                    authFlow: .userPasswordAuth,
                    authParameters: ["USERNAME": "alice", "PASSWORD": password, "DEVICE_KEY": key ?? ""],
                    clientId: other.fixture.client.id)
            ).challengeName
        }
        return refusal == nil && asked == .deviceSrpAuth ? .works : .refused
    }

    private func newestSession() async throws -> String? {
        try await hosted.fixture.administrator.adminListUserSessions(
            AdminListUserSessionsRequest(userPoolId: hosted.fixture.poolID, username: "alice")
        ).sessions?.first?.sessionId
    }

    private static func use(_ operation: () async throws -> Void) async throws -> HeldGrant.Use {
        try await fault(operation) == nil ? .works : .refused
    }
}
