// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// What was used, while the clock passes the same minutes a second time, with and without a restart between.
@Suite struct UsedSessionTests {
    private static let day = 86_400.0

    /// The same pool behind a server that goes on from the forward clock of the one before.
    private func continued(_ fixture: PoolFixture) async throws -> PoolFixture {
        let other = try fixture.restarted()
        try await other.anyone.pools.continueForwardClock()
        return other
    }

    /// The session of a user who must choose a new password.
    private func invited(_ name: String, _ fixture: PoolFixture) async throws -> String? {
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: name, temporaryPassword: "Temporary-1!", messageAction: .suppress)
        )
        return try await fixture.signInWithPassword(name, "Temporary-1!").session
    }

    private func choosePassword(_ name: String, _ session: String?, _ fixture: PoolFixture) async throws {
        let answer = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .newPasswordRequired, session: session,
                challengeResponses: ["USERNAME": name, "NEW_PASSWORD": "Chosen-Horse-9!"]))
        #expect(answer.authenticationResult != nil)
    }

    /// Removes the marks of what was used, six minutes later, and sets the clock back by a little less.
    private func passMinutesAgain(_ fixture: PoolFixture, withRestart: Bool) async throws -> PoolFixture {
        fixture.gatehouse.clock.advance(by: 370)
        try await fixture.anyone.pools.purgeExpired()
        fixture.gatehouse.clock.advance(by: -360)
        return withRestart ? try await continued(fixture) : fixture
    }

    @Test(arguments: [false, true])
    func `a session string that was answered is refused while a clock that was set back passes its minutes again`(
        withRestart: Bool
    ) async throws {
        var fixture = try await PoolFixture.make()
        let session = try await invited("alice", fixture)
        try await choosePassword("alice", session, fixture)
        fixture = try await passMinutesAgain(fixture, withRestart: withRestart)
        for _ in 1...6 {
            let refusal = try await fault { try await choosePassword("alice", session, fixture) }
            #expect(refusal == .expiredSession)
            fixture.gatehouse.clock.advance(by: 30)
        }
    }

    @Test(arguments: [false, true])
    func `sign-ins begin and end as usual after a clock was set back behind a purge`(withRestart: Bool) async throws {
        var fixture = try await PoolFixture.make()
        try await choosePassword("alice", try await invited("alice", fixture), fixture)
        fixture.gatehouse.clock.advance(by: Self.day)
        try await fixture.anyone.pools.purgeExpired()
        fixture.gatehouse.clock.advance(by: -Self.day)
        if withRestart { fixture = try await continued(fixture) }
        let (timely, late) = (try await invited("bob", fixture), try await invited("carol", fixture))
        fixture.gatehouse.clock.advance(by: 170)
        try await choosePassword("bob", timely, fixture)
        fixture.gatehouse.clock.advance(by: 11)
        #expect(try await fault { try await choosePassword("carol", late, fixture) } == .expiredSession)
    }

    @Test func `a clock that was set back neither ends nor extends the session of a sign-in that waits`() async throws {
        let fixture = try await PoolFixture.make()
        let sessions = (try await invited("alice", fixture), try await invited("bob", fixture))
        fixture.gatehouse.clock.advance(by: -Self.day)
        // Any request sees the time from which the clock goes on.
        _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        fixture.gatehouse.clock.advance(by: 170)
        try await choosePassword("alice", sessions.0, fixture)
        fixture.gatehouse.clock.advance(by: 11)
        #expect(try await fault { try await choosePassword("bob", sessions.1, fixture) } == .expiredSession)
    }

    @Test(arguments: [false, true])
    func `a rotated token whose row was removed is refused while a clock that was set back passes its days again`(
        withRestart: Bool
    ) async throws {
        var fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 0)
        }
        try await fixture.makeUser()
        let request = GetTokensFromRefreshTokenRequest(
            refreshToken: try await fixture.tokens().refreshToken ?? "", clientId: fixture.client.id)
        _ = try await fixture.anyone.getTokensFromRefreshToken(request)
        fixture.gatehouse.clock.advance(by: 40 * Self.day)
        try await fixture.anyone.pools.purgeExpired()
        fixture.gatehouse.clock.advance(by: -40 * Self.day + 10)
        if withRestart { fixture = try await continued(fixture) }
        #expect(try await fault { _ = try await fixture.anyone.getTokensFromRefreshToken(request) } != nil)
    }
}
