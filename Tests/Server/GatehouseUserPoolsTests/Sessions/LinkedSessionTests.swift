// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The end of a session whose tokens came from a browser: the browser's cookie must not bring new ones.
@Suite(.hangLimit) struct LinkedSessionTests {
    /// Alice, who is signed in with a browser that has two sessions, and with another browser.
    private struct Stage {
        let fixture: PoolFixture
        let browser: (cookie: String, record: BrowserSessionRecord)
        let other: (cookie: String, record: BrowserSessionRecord)
        /// The tokens of the first browser, and then those of the other one.
        let tokens: [AuthenticationResultType]
        /// The id of the first session.
        let id: String

        static func make() async throws -> Stage {
            let fixture = try await PoolFixture.forPages()
            try await fixture.trackSessions()
            let browser = try await fixture.browser()
            var tokens = [try await fixture.tokens(of: browser.record)]
            let id = try #require(try await fixture.adminSessionIDs().first)
            tokens.append(try await fixture.tokens(of: browser.record))
            fixture.gatehouse.clock.advance(by: 60)
            let other = try await fixture.browser()
            tokens.append(try await fixture.tokens(of: other.record))
            return Stage(fixture: fixture, browser: browser, other: other, tokens: tokens, id: id)
        }

        /// Whether each of the tokens is valid, and then whether the browsers are signed in.
        func open() async throws -> [Bool] {
            var open: [Bool] = []
            for token in tokens {
                let refusal = try await fault { _ = try await fixture.ownAttributes(token: token.accessToken ?? "") }
                open.append(refusal == nil)
            }
            for cookie in [browser.cookie, other.cookie] {
                open.append(try await fixture.anyone.browserSession(cookie, inPool: fixture.poolID) != nil)
            }
            return open
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
        #expect(try await stage.open() == [true, true, true, true, true])
        let code = try await stage.fixture.anyone.issueCode(
            for: stage.browser.record, try await stage.fixture.authorization())
        _ = try await stage.fixture.administrator.adminRevokeUserSession(
            AdminRevokeUserSessionRequest(
                userPoolId: stage.fixture.poolID, username: "alice", sessionId: stage.id,
                revokeAssociatedSessions: extent))
        #expect(try await stage.open() == open)
        // A code that the browser got before is worth nothing after it.
        #expect(try await stage.fixture.refusal(of: code) == (open[3] ? nil : .unknownCode))
    }

    @Test func `a user ends the sessions of another browser, and keeps the own one`() async throws {
        let stage = try await Stage.make()
        _ = try await stage.fixture.anyone.revokeUserSession(
            RevokeUserSessionRequest(
                accessToken: stage.tokens[2].accessToken ?? "", sessionId: stage.id, revokeAssociatedSessions: .linked))
        #expect(try await stage.open() == [false, false, true, false, true])
    }

    @Test func `a user who ends a linked session keeps the session of the call`() async throws {
        let stage = try await Stage.make()
        _ = try await stage.fixture.anyone.revokeUserSession(
            RevokeUserSessionRequest(
                accessToken: stage.tokens[1].accessToken ?? "", sessionId: stage.id, revokeAssociatedSessions: .linked))
        #expect(try await stage.open() == [false, true, true, false, true])
    }

    @Test func `the revocation of a token ends the linked sessions on request`() async throws {
        let stage = try await Stage.make()
        func revoke(_ index: Int, _ extent: RevokeAssociatedSessionsType?) async throws {
            _ = try await stage.fixture.anyone.revokeToken(
                RevokeTokenRequest(
                    token: stage.tokens[index].refreshToken ?? "", clientId: stage.fixture.client.id,
                    revokeAssociatedSessions: extent))
        }
        try await revoke(2, nil)
        #expect(try await stage.open() == [true, true, false, true, true])
        try await revoke(0, .linked)
        #expect(try await stage.open() == [false, false, false, false, true])
    }
}

extension PoolFixture {
    /// The tokens of a new code from a browser session.
    fileprivate func tokens(of session: BrowserSessionRecord) async throws -> AuthenticationResultType {
        try await redeem(try await anyone.issueCode(for: session, try await authorization()))
    }

    /// The ids of Alice's sessions, the last used first.
    fileprivate func adminSessionIDs() async throws -> [String] {
        try await administrator.adminListUserSessions(
            AdminListUserSessionsRequest(userPoolId: poolID, username: "alice")
        ).sessions?.compactMap(\.sessionId) ?? []
    }
}
