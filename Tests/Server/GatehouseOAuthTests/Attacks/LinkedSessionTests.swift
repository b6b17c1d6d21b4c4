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
import GatehouseUserPools
import GatehouseWire
import Testing

/// The end of a session whose tokens came from a browser: the browser's cookie must not bring new ones.
@Suite(.tags(.security), .hangLimit) struct LinkedSessionTests {
    /// Alice, who is signed in with a browser that has two sessions, and with another browser.
    private struct Stage {
        let hosted: HostedFixture
        /// The cookies of the browsers.
        let cookies: [(name: String, value: String)]
        /// The responses with tokens: two of the first browser, and one of the other.
        let tokens: [GatewayResponse]
        /// The id of the first session.
        let id: String

        static func make() async throws -> Stage {
            let hosted = try await HostedFixture.make {
                $0.allowedOAuthScopes = ["openid", "aws.cognito.signin.user.admin"]
            }
            _ = try await hosted.fixture.administrator.setUserPoolSessionConfiguration(
                SetUserPoolSessionConfigurationRequest(
                    userPoolId: hosted.fixture.poolID, userSessionTracking: .enabled,
                    tokenSession: UserPoolTokenSessionConfigType(maxPerUser: 20)))
            try await hosted.fixture.makeUser()
            let first = try await hosted.signIn()
            var tokens = [await hosted.exchange(try await hosted.code(first))]
            let listed = try await hosted.fixture.administrator.adminListUserSessions(
                AdminListUserSessionsRequest(userPoolId: hosted.fixture.poolID, username: "alice"))
            let id = try #require(listed.sessions?.first?.sessionId)
            tokens.append(await hosted.exchange(try await hosted.code(first)))
            hosted.fixture.gatehouse.clock.advance(by: 60)
            let other = try await hosted.signIn()
            tokens.append(await hosted.exchange(try await hosted.code(other)))
            return Stage(hosted: hosted, cookies: [first, other], tokens: tokens, id: id)
        }

        /// Whether each of the tokens is valid, and then whether each of the browsers gets new ones.
        func open() async -> [Bool] {
            var open: [Bool] = []
            for token in tokens { open.append(await hosted.userInfo(token.accessToken).status == 200) }
            for cookie in cookies {
                let answer = await hosted.get("/oauth2/authorize", hosted.query(), headers: [cookie])
                open.append(answer.header("Location")?.contains("?code=") == true)
            }
            return open
        }

        /// Ends the first session as the user of a token.
        func revoke(as index: Int) async throws {
            _ = try await hosted.fixture.anyone.revokeUserSession(
                RevokeUserSessionRequest(
                    accessToken: tokens[index].accessToken, sessionId: id, revokeAssociatedSessions: .linked))
        }
    }

    @Test(arguments: [
        (RevokeAssociatedSessionsType?.none, [false, true, true, false, true]),
        (RevokeAssociatedSessionsType.none, [false, true, true, true, true]),
        (RevokeAssociatedSessionsType.linked, [false, false, true, false, true]),
    ])
    func `an administrator ends a session, and unless told otherwise the browser's session behind it`(
        _ extent: RevokeAssociatedSessionsType?, _ open: [Bool]
    ) async throws {
        let stage = try await Stage.make()
        #expect(await stage.open() == [true, true, true, true, true])
        let code = try await stage.hosted.code(stage.cookies[0])
        _ = try await stage.hosted.fixture.administrator.adminRevokeUserSession(
            AdminRevokeUserSessionRequest(
                userPoolId: stage.hosted.fixture.poolID, username: "alice", sessionId: stage.id,
                revokeAssociatedSessions: extent))
        #expect(await stage.open() == open)
        // A code that the browser got before is worth nothing after it.
        #expect(await stage.hosted.exchange(code).status == (open[3] ? 200 : 400))
    }

    @Test func `a user ends the sessions of another browser, and keeps the own one`() async throws {
        let stage = try await Stage.make()
        try await stage.revoke(as: 2)
        #expect(await stage.open() == [false, false, true, false, true])
    }

    @Test func `a user who ends a linked session keeps the session of the call`() async throws {
        let stage = try await Stage.make()
        try await stage.revoke(as: 1)
        #expect(await stage.open() == [false, true, true, false, true])
    }

    @Test func `the revocation of a token ends the linked sessions on request`() async throws {
        let stage = try await Stage.make()
        func revoke(_ index: Int, _ extent: RevokeAssociatedSessionsType?) async throws {
            _ = try await stage.hosted.fixture.anyone.revokeToken(
                RevokeTokenRequest(
                    token: stage.tokens[index].json["refresh_token"]?.stringValue ?? "",
                    clientId: stage.hosted.fixture.client.id, revokeAssociatedSessions: extent))
        }
        try await revoke(2, nil)
        #expect(await stage.open() == [true, true, false, true, true])
        try await revoke(0, .linked)
        #expect(await stage.open() == [false, false, false, false, true])
    }
}
