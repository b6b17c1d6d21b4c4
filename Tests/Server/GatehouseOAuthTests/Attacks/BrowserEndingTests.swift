// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
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

/// `GATEHOUSE_END_SESSIONS_AT`: the sessions of browsers that end with a new password or a sign-out everywhere.
@Suite(.tags(.security), .hangLimit) struct BrowserEndingTests {
    /// An operation against the sessions of a user.
    enum Operation: CaseIterable {
        case changePassword, setPassword, confirmForgotPassword, globalSignOut, adminGlobalSignOut

        /// The settings with which the operation ends the user's sessions of browsers.
        var endings: Set<SessionEnding> {
            setsPassword ? [.reset, .resetAndChange, .resetChangeAndSignOut] : [.resetChangeAndSignOut]
        }

        /// Whether the operation gives the user another password.
        var setsPassword: Bool { self != .globalSignOut && self != .adminGlobalSignOut }
    }

    /// A pool on a server with a setting, whose client gets the scope of the user's operations.
    private func make(_ ending: SessionEnding) async throws -> HostedFixture {
        var hosted = try await HostedFixture.make {
            $0.allowedOAuthScopes = ["openid", "aws.cognito.signin.user.admin"]
        }
        try await hosted.fixture.makeUser()
        hosted.fixture.pools = hosted.fixture.pools(endingSessionsAt: ending)
        return hosted
    }

    private func perform(_ operation: Operation, _ fixture: PoolFixture, token: String) async throws {
        switch operation {
        case .changePassword:
            _ = try await fixture.anyone.changePassword(
                ChangePasswordRequest(
                    previousPassword: PoolFixture.password, proposedPassword: PoolFixture.newPassword,
                    accessToken: token))
        case .setPassword:
            _ = try await fixture.administrator.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: fixture.poolID, username: "alice", password: PoolFixture.newPassword,
                    permanent: true))
        case .confirmForgotPassword:
            try await fixture.forgotPassword()
            try await fixture.confirmForgotPassword()
        case .globalSignOut:
            _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: token))
        case .adminGlobalSignOut:
            _ = try await fixture.administrator.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: fixture.poolID, username: "alice"))
        }
    }

    private func session(
        _ cookie: (name: String, value: String), _ hosted: HostedFixture
    ) async throws -> OpenBrowserSession? {
        try await hosted.fixture.anyone.browserSession(
            String(cookie.value.dropFirst("cognito-shop=".count)), inPool: hosted.fixture.poolID)
    }

    @Test(arguments: SessionEnding.allCases, Operation.allCases)
    func `sessions of browsers end as the server is set, and a former password counts in none`(
        _ ending: SessionEnding, _ operation: Operation
    ) async throws {
        let hosted = try await make(ending)
        let cookie = try await hosted.signIn()
        let code = try await hosted.code(cookie)
        try await perform(operation, hosted.fixture, token: try await hosted.fixture.accessToken())
        let session = try await session(cookie, hosted)
        #expect((session == nil) == operation.endings.contains(ending))
        if let session { #expect(session.isComplete == !operation.setsPassword) }
        #expect(await hosted.exchange(code).oauthError == "400 invalid_grant")
        let answer = await hosted.get("/oauth2/authorize", hosted.query(), headers: [cookie])
        #expect((answer.header("Location") ?? "").contains("?code=") == (session?.isComplete == true))
    }

    @Test(arguments: SessionEnding.allCases)
    func `a new password by the user keeps the session of the token's browser, with the new password proved`(
        _ ending: SessionEnding
    ) async throws {
        let hosted = try await make(ending)
        // Both browsers have signed in at the same moment.
        let (own, other) = (try await hosted.signIn(), try await hosted.signIn())
        let token = await hosted.exchange(try await hosted.code(own)).accessToken
        let code = try await hosted.code(other)
        try await perform(.changePassword, hosted.fixture, token: token)
        let kept = try await session(own, hosted)
        #expect(kept?.isComplete == true && kept?.record.signIn.methods == [.password])
        let ended = try await session(other, hosted)
        #expect(ending == .none ? ended?.isComplete == false : ended == nil)
        #expect(await hosted.exchange(code).oauthError == "400 invalid_grant")
        #expect(await hosted.exchange(try await hosted.code(own)).status == 200)
    }
}
