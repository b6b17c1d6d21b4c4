// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn
@testable import GatehouseUserPools

/// The result of a right answer that was read before a lockout began, or that was sent many times at once.
@Suite(.hangLimit) struct StepJudgementTests {
    /// A right password of Alice, checked but not yet acted on.
    private func step(
        _ fixture: PoolFixture, in state: SignInMachine.State = .password, rest: RemainingSteps = RemainingSteps()
    ) async throws -> SignInStep {
        try await fixture.anyone.pools.records.read { [poolID = fixture.poolID, clientID = fixture.client.id] store in
            let (client, pool) = try store.existingClient(clientID)
            let user = try store.existingUser("alice", in: pool)
            let signIn = SignIn(
                client: client, pool: pool,
                session: SignInSession(
                    stepID: "one", poolID: poolID, clientID: clientID, sub: user.sub, typedName: "alice",
                    state: state, expiresAt: .distantFuture),
                user: user, lockedUntil: nil, tokenInputs: try store.tokenInputs(of: user, inPool: poolID),
                origin: CallOrigin(address: "192.0.2.1", userAgent: "Test"))
            return SignInStep(signIn: signIn, event: .provedFirstFactor(rest), user: user, proof: .password)
        }
    }

    private func lock(_ fixture: PoolFixture) async throws {
        for _ in 0..<5 {
            _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        }
    }

    @Test func `a user who is disabled or deleted while the password is checked gets no tokens`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let step = try await step(fixture, in: .started)
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await fault { _ = try await fixture.administrator.pools.steps.take(step) } == .disabledUser)
        try await fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(
            try await fault { _ = try await fixture.administrator.pools.steps.take(step) } == .wrongCredentials)
    }

    @Test func `a new password voids a proof of the old one`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let step = try await step(fixture, in: .started)
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: "Another-Horse-8!", permanent: true))
        #expect(
            try await fault { _ = try await fixture.administrator.pools.steps.take(step) } == .wrongCredentials)
    }

    @Test(arguments: [
        RemainingSteps(), RemainingSteps(refusal: .noSuchDevice), RemainingSteps(needsNewPassword: true),
        RemainingSteps(secondFactor: .challenge(.softwareToken)),
    ])
    func `a right answer during a lockout gets the lockout's error, whichever step would follow`(
        _ rest: RemainingSteps
    ) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let step = try await step(fixture, rest: rest)
        _ = try? await fixture.anyone.pools.steps.take(step)
        try await lock(fixture)
        let work = CountedWork()
        let pools = fixture.service(counting: work).pools
        // The first one was answered already, the second one is fresh.
        for step in [step, try await self.step(fixture, in: .started, rest: rest)] {
            #expect(try await fault { _ = try await pools.steps.take(step) } == .lockedOut)
        }
        #expect(work.count == 0)
    }

    @Test func `a challenge that was answered with an unknown device can be answered again without it`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let refused = try await step(fixture, rest: RemainingSteps(refusal: .noSuchDevice))
        for _ in 0..<2 {
            #expect(try await fault { _ = try await fixture.anyone.pools.steps.take(refused) } == .noSuchDevice)
        }
        _ = try await fixture.anyone.pools.steps.take(try await step(fixture))
        #expect(try await fault { _ = try await fixture.anyone.pools.steps.take(refused) } == .spentSession)
    }

    @Test func `a replayed code clears no failed attempts, and its refusal spends the session`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let (pools, now) = (fixture.anyone.pools, fixture.gatehouse.clock.now)
        let signIn = try await step(fixture, in: .softwareTokenMFA).signIn
        let code = SingleUseID(id: "code", expiresAt: .distantFuture)
        let replay = SignInStep(
            signIn: signIn, event: signIn.provedSecondFactor, user: signIn.user,
            proof: .secondFactor(.softwareToken), effect: .spendCode(code))
        let (subject, poolID) = (pools.counters.lockoutSubject(of: signIn), fixture.poolID)
        try await pools.records.write { store in
            try store.countFailure(after: nil, on: subject, inPool: poolID, at: now)
            _ = try store.spend(code)
        }
        #expect(try await fault { _ = try await pools.steps.take(replay) } == .usedSoftwareToken)
        #expect(try await pools.records.read { try $0.failedAttempts(on: subject, inPool: poolID)?.count } == 1)
        #expect(try await fault { _ = try await pools.steps.take(replay) } == .spentSession)
    }

    @Test func `triggers run once for an answer that is sent many times at once, and not during a lockout`()
        async throws
    {
        let triggers = ScriptedTriggers([
            .postAuthentication: { _ in .response([:]) }, .preTokenGeneration: { _ in .response([:]) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let step = try await step(fixture)
        let outcomes = try await faults(20) { _ in _ = try await fixture.anyone.pools.steps.take(step) }
        #expect(outcomes.count { $0 == nil } == 1 && outcomes.allSatisfy { $0 == nil || $0 == .spentSession })
        let fresh = try await self.step(fixture, in: .started)
        try await lock(fixture)
        #expect(try await fault { _ = try await fixture.anyone.pools.steps.take(fresh) } == .lockedOut)
        #expect(triggers.sources == ["PostAuthentication_Authentication", "TokenGeneration_Authentication"])
    }

    /// A change that an administrator makes while a trigger runs.
    private actor Interruption {
        private var fixture: PoolFixture?
        func begin(in fixture: PoolFixture) { self.fixture = fixture }

        func disable() async {
            guard let fixture else { return }
            _ = try? await fixture.administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        }
    }

    /// A pool whose administrator disables the user while this trigger runs.
    private static func interrupted(in trigger: Trigger) async throws -> PoolFixture {
        let interruption = Interruption()
        let triggers = ScriptedTriggers([
            trigger: { _ in
                await interruption.disable()
                return .response([:])
            }
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        await interruption.begin(in: fixture)
        return fixture
    }

    @Test func `a user who is disabled while a trigger of the sign-in runs gets no tokens`() async throws {
        let fixture = try await Self.interrupted(in: .preAuthentication)
        #expect(try await fault { _ = try await fixture.tokens() } == .disabledUser)
        let alice = try await fixture.storedUser()
        #expect(
            try await fixture.anyone.records.read { try !$0.hasTokenFamilies(ofUser: alice.sub, inPool: alice.poolID) })
    }

    @Test(arguments: [Trigger.postAuthentication, .preTokenGeneration])
    func `tokens of a user who is disabled while a trigger runs are refused`(
        _ trigger: Trigger
    ) async throws {
        let fixture = try await Self.interrupted(in: trigger)
        let tokens = try await fixture.tokens()
        let access = GetUserRequest(accessToken: tokens.accessToken ?? "")
        #expect(try await fault { _ = try await fixture.anyone.getUser(access) }?.code == .notAuthorized)
        let refresh = GetTokensFromRefreshTokenRequest(
            refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id)
        let refusal = try await fault { _ = try await fixture.anyone.getTokensFromRefreshToken(refresh) }
        #expect(refusal?.code == .notAuthorized)
    }

    @Test func `tokens that a trigger refuses are revoked, and the event is a failed sign-in`() async throws {
        let triggers = ScriptedTriggers([.postAuthentication: { _ in .failure(.functionError("no")) }])
        let fixture = try await PoolFixture.make(triggers) {
            $0.userPoolAddOns = UserPoolAddOnsType(advancedSecurityMode: .audit)
        }
        try await fixture.makeUser()
        #expect(try await fault { _ = try await fixture.tokens() }?.code == .userLambdaValidation)
        let events = try await fixture.administrator.adminListUserAuthEvents(
            AdminListUserAuthEventsRequest(userPoolId: fixture.poolID, username: "alice"))
        let event = try #require(events.authEvents?.first)
        #expect(event.eventType == .signIn && event.eventResponse == .fail)
        let family = try await fixture.anyone.pools.records.read {
            try $0.tokenFamily(ofEvent: event.eventId ?? "", inPool: fixture.poolID)
        }
        #expect(try #require(family).revokedAt != nil)
    }
}
