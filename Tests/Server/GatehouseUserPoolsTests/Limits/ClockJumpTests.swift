// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn

/// Intervals while the clock jumps by a day.
@Suite struct ClockJumpTests {
    private static let day = 86_400.0

    private func guess(_ fixture: PoolFixture) async throws {
        _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!")
    }

    private func locked() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        for _ in 0..<5 { _ = try await fault { try await guess(fixture) } }
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
        return fixture
    }

    // MARK: - Lock-outs

    @Test(arguments: [-day, day]) func `a lock does not last until a clock that jumped is there again`(
        jump: TimeInterval
    ) async throws {
        let fixture = try await locked()
        fixture.gatehouse.clock.advance(by: jump)
        _ = try await fixture.tokens()
    }

    @Test func `a clock that was set back allows one guess, and the failures before it still count`() async throws {
        let fixture = try await locked()
        fixture.gatehouse.clock.advance(by: -Self.day)
        let refusals = try await faults(50) { _ in try await guess(fixture) }
        #expect(refusals.count { $0 == .wrongCredentials } == 1)
        #expect(refusals.count { $0 == .lockedOut } == 49)
        // The sixth failure locks for two seconds from its own time.
        fixture.gatehouse.clock.advance(by: 1.9)
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
        fixture.gatehouse.clock.advance(by: 0.1)
        _ = try await fixture.tokens()
    }

    @Test func `a clock that is adjusted by a fraction of a second ends no lock`() async throws {
        let fixture = try await locked()
        fixture.gatehouse.clock.advance(by: -0.5)
        #expect(try await fault { try await guess(fixture) } == .lockedOut)
    }

    // MARK: - Allowances and codes

    /// The number of codes that are sent until the hour's allowance is used up.
    private func sentCodes(_ fixture: PoolFixture) async throws -> Int {
        var count = 0
        while count < 100, try await fault({ _ = try await fixture.forgotPassword() }) == nil { count += 1 }
        return count
    }

    @Test(arguments: [-day, day]) func `an hourly allowance lasts an hour from the jump of a clock`(
        jump: TimeInterval
    ) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let allowance = try await sentCodes(fixture)
        #expect((1..<100).contains(allowance))
        fixture.gatehouse.clock.advance(by: jump)
        #expect(try await sentCodes(fixture) == allowance)
        #expect(try await sentCodes(fixture) == 0)
        fixture.gatehouse.clock.advance(by: 3_600)
        #expect(try await sentCodes(fixture) == allowance)
    }

    @Test(arguments: [-day, day]) func `a code does not outlive its lifetime because a clock jumps`(
        jump: TimeInterval
    ) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.forgotPassword()
        let code = fixture.newestCode
        fixture.gatehouse.clock.advance(by: jump)
        #expect(try await fault { try await fixture.confirmForgotPassword(code: code) } == .expiredCode)
        try await fixture.forgotPassword()
        try await fixture.confirmForgotPassword()
    }

    @Test func `a code of an authenticator app is used once, also after the clock was set back by a day`() async throws
    {
        let fixture = try await PoolFixture.makeWithMFA()
        let token = try await fixture.accessToken()
        let app = try await fixture.associate(token: token)
        let id = fixture.anyone.pools.softwareTokens.singleUseID(
            of: try await fixture.storedUser(), step: TOTP.step(at: fixture.gatehouse.clock.now))
        try await fixture.verifyApp(app.code(), token: token)
        fixture.gatehouse.clock.advance(by: Self.day)
        try await fixture.anyone.pools.purgeExpired()
        fixture.gatehouse.clock.advance(by: -Self.day)
        #expect(try await fixture.anyone.pools.records.read { try $0.isSpent(id) })
    }

    // MARK: - Challenges

    @Test(arguments: [false, true])
    func `a passkey challenge that was answered is refused while a clock that was set back passes its minutes again`(
        withRestart: Bool
    ) async throws {
        var fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let options = try await fixture.creationOptions(token: token)
        let credentials = try (1...2).map { _ in try authenticator.register(options: options) }
        try await fixture.complete(credentials[0], token: token)
        fixture.gatehouse.clock.advance(by: 370)
        try await fixture.anyone.pools.purgeExpired()
        fixture.gatehouse.clock.advance(by: -360)
        if withRestart {
            let gatehouse = try fixture.gatehouse.restarted()
            fixture = PoolFixture(gatehouse: gatehouse, poolID: fixture.poolID, client: fixture.client)
            try await fixture.anyone.pools.continueForwardClock()
        }
        let refusal = try await fault { try await fixture.complete(credentials[1], token: token) }
        #expect(refusal?.code == .webAuthnChallengeNotFound)
        // Another challenge is answered as usual.
        var other = TestAuthenticator(seed: 2)
        try await fixture.register(&other, token: token)
    }

    // MARK: - Tokens

    @Test(arguments: [-day, day]) func `the grace of a rotated token ends when a clock jumps`(
        jump: TimeInterval
    ) async throws {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 60)
        }
        try await fixture.makeUser()
        let request = GetTokensFromRefreshTokenRequest(
            refreshToken: try await fixture.tokens().refreshToken ?? "", clientId: fixture.client.id)
        for _ in 1...2 { _ = try await fixture.anyone.getTokensFromRefreshToken(request) }
        fixture.gatehouse.clock.advance(by: jump)
        let refusal = try await fault { _ = try await fixture.anyone.getTokensFromRefreshToken(request) }
        #expect(refusal?.code == .refreshTokenReuse)
    }

    @Test func `the proofs of a token are not recent after the clock was set back`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        #expect(try await fixture.aim(at: 3, with: token, maximumAge: "60").challengeName == .smsMfa)
        fixture.gatehouse.clock.advance(by: -Self.day)
        #expect(try await fixture.aim(at: 3, with: token, maximumAge: "60").challengeName == .selectChallenge)
    }
}
