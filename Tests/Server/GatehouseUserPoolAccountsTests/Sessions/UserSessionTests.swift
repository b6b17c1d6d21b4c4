// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct UserSessionTests {
    private func tracked(maximum: Int = 20) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        try await fixture.trackSessions(maximum: maximum)
        try await fixture.makeUser()
        return fixture
    }

    private func sessions(_ fixture: PoolFixture, token: String) async throws -> [SessionDescriptionType] {
        try await fixture.anyone.listUserSessions(ListUserSessionsRequest(accessToken: token)).sessions ?? []
    }

    private func adminSessions(_ fixture: PoolFixture) async throws -> [SessionDescriptionType] {
        try await fixture.administrator.adminListUserSessions(
            AdminListUserSessionsRequest(userPoolId: fixture.poolID, username: "alice")
        ).sessions ?? []
    }

    private func refusal(of tokens: AuthenticationResultType, _ fixture: PoolFixture) async throws -> [String?] {
        [
            try await fault { _ = try await fixture.ownAttributes(token: tokens.accessToken ?? "") }?.message,
            try await fault { try await fixture.renew(tokens) }?.message,
        ]
    }

    private static let revoked = ["Access Token has been revoked", "Refresh Token has been revoked"]

    @Test func `a new pool keeps no sessions`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        #expect(try await sessions(fixture, token: fixture.accessToken()).isEmpty)
        #expect(try await adminSessions(fixture).isEmpty)
    }

    @Test func `each sign-in is a session, and the user's own one is marked`() async throws {
        let fixture = try await tracked()
        let firefox = fixture.gatehouse.installation.userPools.service(
            for: RequestContext(
                requestID: "test", sourceAddress: "192.0.2.7", userAgent: "Mozilla/5.0 (X11; Linux) Firefox/128.0"))
        let start = fixture.gatehouse.clock.now
        _ = try await firefox.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth,
                authParameters: ["USERNAME": "alice", "PASSWORD": PoolFixture.password], clientId: fixture.client.id))
        fixture.gatehouse.clock.advance(by: 60)
        let token = try await fixture.accessToken()
        let listed = try await sessions(fixture, token: token)
        #expect(listed.map(\.isCurrentSession) == [true, false])
        let other = try #require(listed.last)
        #expect(other.sessionId?.wholeMatch(of: /tkn[a-z0-9]{25}/) != nil)
        #expect(other.sessionType == .token && other.clientId == fixture.client.id)
        #expect(other.lastIPAddress == "192.0.2.7" && other.deviceType == "Firefox 128, Linux")
        #expect(other.createDate == start && other.lastActiveDate == start)
        #expect(try await adminSessions(fixture).map(\.sessionId) == listed.map(\.sessionId))
        #expect(try await adminSessions(fixture).allSatisfy { $0.isCurrentSession == nil })
    }

    @Test func `a renewal moves a session to the front`() async throws {
        let fixture = try await tracked()
        let first = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 60)
        _ = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 60)
        try await fixture.renew(first)
        let listed = try await sessions(fixture, token: first.accessToken ?? "")
        #expect(listed.first?.isCurrentSession == true)
        #expect(listed.first?.lastActiveDate == fixture.gatehouse.clock.now)
    }

    @Test func `rotation of refresh tokens keeps the session`() async throws {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled)
        }
        try await fixture.trackSessions()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 60)
        _ = try await fixture.anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id))
        let listed = try await sessions(fixture, token: tokens.accessToken ?? "")
        #expect(listed.map(\.lastActiveDate) == [fixture.gatehouse.clock.now])
    }

    @Test func `one sign-in too many ends the session used longest ago, with all its tokens`() async throws {
        let fixture = try await tracked(maximum: 2)
        var tokens: [AuthenticationResultType] = []
        for _ in 0..<2 {
            tokens.append(try await fixture.tokens())
            fixture.gatehouse.clock.advance(by: 60)
        }
        try await fixture.renew(tokens[0])
        tokens.append(try await fixture.tokens())
        #expect(try await refusal(of: tokens[1], fixture) == Self.revoked)
        for index in [0, 2] { #expect(try await refusal(of: tokens[index], fixture) == [nil, nil]) }
        #expect(try await adminSessions(fixture).count == 2)
    }

    /// An action that runs during a call of a trigger.
    private actor Interlude {
        private var act: (@Sendable () async throws -> Bool)?

        func become(_ act: (@Sendable () async throws -> Bool)?) { self.act = act }

        /// Whether the trigger accepts the tokens.
        func play() async -> Bool { (try? await act?()) ?? true }
    }

    /// A pool that keeps two sessions of a user, and has a trigger that may refuse their tokens.
    private func refusable(by trigger: Trigger) async throws -> (fixture: PoolFixture, interlude: Interlude) {
        let interlude = Interlude()
        let triggers = ScriptedTriggers([
            trigger: { _ in await interlude.play() ? .response([:]) : .failure(.functionError("no")) }
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.trackSessions(maximum: 2)
        try await fixture.makeUser()
        return (fixture, interlude)
    }

    @Test(arguments: [Trigger.postAuthentication, .preTokenGeneration])
    func `a sign-in that a trigger refuses ends no other session, also while the trigger runs`(
        _ trigger: Trigger
    ) async throws {
        let (fixture, interlude) = try await refusable(by: trigger)
        var tokens: [AuthenticationResultType] = []
        for _ in 0..<2 {
            tokens.append(try await fixture.tokens())
            fixture.gatehouse.clock.advance(by: 60)
        }
        let before = try await adminSessions(fixture).map(\.sessionId)
        await interlude.become {
            let seen = try await adminSessions(fixture).map(\.sessionId)
            #expect(seen == before)
            return false
        }
        let refusals = try await faults(10) { _ in _ = try await fixture.tokens() }
        #expect(refusals.allSatisfy { $0?.code == .userLambdaValidation })
        await interlude.become(nil)
        #expect(try await adminSessions(fixture).map(\.sessionId) == before)
        for tokens in tokens { #expect(try await refusal(of: tokens, fixture) == [nil, nil]) }
        // A sign-in that no trigger refuses exceeds the limit.
        _ = try await fixture.tokens()
        #expect(try await adminSessions(fixture).count == 2)
        #expect(try await refusal(of: tokens[0], fixture) == Self.revoked)
    }

    @Test(arguments: [Trigger.postAuthentication, .preTokenGeneration])
    func `tokens that are revoked while a trigger runs begin no session`(
        _ trigger: Trigger
    ) async throws {
        let (fixture, interlude) = try await refusable(by: trigger)
        await interlude.become {
            _ = try await fixture.administrator.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: fixture.poolID, username: "alice"))
            return true
        }
        let tokens = try await fixture.tokens()
        #expect(try await adminSessions(fixture).isEmpty)
        #expect(try await refusal(of: tokens, fixture) == Self.revoked)
    }

    @Test func `thirty parallel sign-ins with an accepting trigger leave no more sessions than allowed`() async throws {
        let (fixture, _) = try await refusable(by: .postAuthentication)
        let refusals = try await faults(30) { _ in _ = try await fixture.tokens() }
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await adminSessions(fixture).count == 2)
    }

    @Test func `a smaller number counts from the next sign-in on`() async throws {
        let fixture = try await tracked()
        for _ in 0..<5 { _ = try await fixture.tokens() }
        try await fixture.trackSessions(maximum: 1)
        #expect(try await adminSessions(fixture).count == 5)
        _ = try await fixture.tokens()
        #expect(try await adminSessions(fixture).count == 1)
    }

    @Test func `thirty parallel sign-ins leave no more sessions than allowed`() async throws {
        let fixture = try await tracked(maximum: 3)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<30 { group.addTask { _ = try? await fixture.tokens() } }
        }
        #expect(try await adminSessions(fixture).count == 3)
    }

    @Test func `another session can be revoked, one's own cannot`() async throws {
        let fixture = try await tracked()
        let (mine, other) = (try await fixture.tokens(), try await fixture.tokens())
        let token = mine.accessToken ?? ""
        func revoke(_ id: String?) async throws {
            _ = try await fixture.anyone.revokeUserSession(
                RevokeUserSessionRequest(
                    accessToken: token, sessionId: id ?? "", revokeAssociatedSessions: .linked))
        }
        let listed = try await sessions(fixture, token: token)
        let own = listed.first { $0.isCurrentSession == true }?.sessionId
        let foreign = listed.first { $0.isCurrentSession == false }?.sessionId
        #expect(try await fault { try await revoke(own) }?.code == .invalidParameter)
        try await revoke(foreign)
        #expect(try await refusal(of: other, fixture) == Self.revoked)
        #expect(try await refusal(of: mine, fixture) == [nil, nil])
        #expect(try await fault { try await revoke(foreign) }?.code == .resourceNotFound)
    }

    @Test func `a user can neither revoke nor list another user's sessions`() async throws {
        let fixture = try await tracked()
        try await fixture.makeUser("mallory")
        let token = try await fixture.accessToken("mallory")
        _ = try await fixture.tokens()
        let id = try #require(try await adminSessions(fixture).first?.sessionId)
        let refusal = try await fault {
            _ = try await fixture.anyone.revokeUserSession(
                RevokeUserSessionRequest(accessToken: token, sessionId: id))
        }
        #expect(refusal?.code == .resourceNotFound)
        #expect(try await sessions(fixture, token: token).count == 1)
        #expect(try await adminSessions(fixture).count == 1)
    }

    @Test func `an administrator revokes any session`() async throws {
        let fixture = try await tracked()
        let tokens = try await fixture.tokens()
        let id = try #require(try await adminSessions(fixture).first?.sessionId)
        _ = try await fixture.administrator.adminRevokeUserSession(
            AdminRevokeUserSessionRequest(userPoolId: fixture.poolID, username: "alice", sessionId: id))
        #expect(try await refusal(of: tokens, fixture) == Self.revoked)
        #expect(try await adminSessions(fixture).isEmpty)
    }

    @Test func `signing out, revoking a token, and time end sessions`() async throws {
        let fixture = try await tracked()
        let first = try await fixture.tokens()
        _ = try await fixture.anyone.revokeToken(
            RevokeTokenRequest(token: first.refreshToken ?? "", clientId: fixture.client.id))
        #expect(try await adminSessions(fixture).isEmpty)
        for _ in 0..<2 { _ = try await fixture.tokens() }
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: fixture.accessToken()))
        #expect(try await adminSessions(fixture).isEmpty)
        _ = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 30 * 86_400)
        #expect(try await adminSessions(fixture).isEmpty)
    }

    @Test func `a list is one page`() async throws {
        let fixture = try await tracked()
        let token = try await fixture.accessToken()
        #expect(try await fixture.anyone.listUserSessions(ListUserSessionsRequest(accessToken: token)).nextToken == nil)
        let refusal = try await fault {
            _ = try await fixture.anyone.listUserSessions(
                ListUserSessionsRequest(accessToken: token, nextToken: "more"))
        }
        #expect(refusal?.code == .invalidParameter)
    }
}

extension PoolFixture {
    fileprivate func renew(_ tokens: AuthenticationResultType) async throws {
        _ = try await anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .refreshTokenAuth, authParameters: ["REFRESH_TOKEN": tokens.refreshToken ?? ""],
                clientId: client.id))
    }
}
