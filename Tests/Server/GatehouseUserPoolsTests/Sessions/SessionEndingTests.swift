// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The effect of a new password on sessions.
@Suite struct SessionEndingTests {
    enum Operation: CaseIterable {
        case adminReset
        case adminSetPermanent
        case adminSetTemporary
        case confirmForgotPassword
        case changePassword
    }

    private func perform(_ operation: Operation, _ fixture: PoolFixture, token: String) async throws {
        switch operation {
        case .adminReset:
            _ = try await fixture.administrator.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: fixture.poolID, username: "alice"))
        case .adminSetPermanent, .adminSetTemporary:
            _ = try await fixture.administrator.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: fixture.poolID, username: "alice", password: PoolFixture.newPassword,
                    permanent: operation == .adminSetPermanent))
        case .confirmForgotPassword:
            try await fixture.forgotPassword()
            try await fixture.confirmForgotPassword()
        case .changePassword:
            _ = try await fixture.anyone.changePassword(
                ChangePasswordRequest(
                    previousPassword: PoolFixture.password, proposedPassword: PoolFixture.newPassword,
                    accessToken: token))
        }
    }

    private func refusal(of tokens: AuthenticationResultType, _ fixture: PoolFixture) async throws -> ServiceFault? {
        try await fault { try await fixture.renew(tokens, deviceKey: nil) }
    }

    private static let revoked = ServiceFault(.notAuthorized, "Refresh Token has been revoked")

    @Test(arguments: SessionEnding.allCases, Operation.allCases)
    func `a reset ends all sessions, a change ends none, unless the server is set otherwise`(
        _ ending: SessionEnding, _ operation: Operation
    ) async throws {
        var fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        fixture.pools = fixture.service(endingSessionsAt: ending).pools
        let (own, other) = (try await fixture.tokens(), try await fixture.tokens())
        try await perform(operation, fixture, token: own.accessToken ?? "")
        let isReset = operation != .changePassword
        let revokesAtChange = ending == .resetAndChange || ending == .resetChangeAndSignOut
        let endsOther = isReset ? ending != .none : revokesAtChange
        #expect(try await refusal(of: other, fixture) == (endsOther ? Self.revoked : nil))
        #expect(try await refusal(of: own, fixture) == (isReset && ending != .none ? Self.revoked : nil))
        if endsOther {
            let access = GetUserRequest(accessToken: other.accessToken ?? "")
            let refusal: ServiceFault.Code = operation == .adminReset ? .passwordResetRequired : .notAuthorized
            #expect(try await fault { _ = try await fixture.anyone.getUser(access) }?.code == refusal)
        }
    }

    @Test func `a reset ends no session of another user`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.makeUser("bob")
        let tokens = try await fixture.tokens("bob")
        try await perform(.adminSetPermanent, fixture, token: "")
        #expect(try await refusal(of: tokens, fixture) == nil)
    }

    /// Sets Alice's password while a function of the pool runs.
    private actor Interruption {
        private var fixture: PoolFixture?
        func begin(in fixture: PoolFixture) { self.fixture = fixture }

        func setPassword() async {
            guard let fixture else { return }
            _ = try? await fixture.administrator.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: fixture.poolID, username: "alice", password: PoolFixture.newPassword,
                    permanent: true))
        }
    }

    @Test(arguments: [Trigger.preAuthentication, .postAuthentication, .preTokenGeneration])
    func `a password that a trigger sets during the user's sign-in ends that sign-in`(_ trigger: Trigger) async throws {
        let interruption = Interruption()
        let triggers = ScriptedTriggers([
            trigger: { _ in
                await interruption.setPassword()
                return .response([:])
            }
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let earlier = try await fixture.tokens()
        await interruption.begin(in: fixture)
        guard trigger != .preAuthentication else {
            #expect(try await fault { _ = try await fixture.tokens() } == .wrongCredentials)
            #expect(try await refusal(of: earlier, fixture) == Self.revoked)
            return
        }
        let tokens = try await fixture.tokens()
        for ended in [earlier, tokens] {
            let access = GetUserRequest(accessToken: ended.accessToken ?? "")
            #expect(
                try await fault { _ = try await fixture.anyone.getUser(access) }
                    == ServiceFault(.notAuthorized, "Access Token has been revoked"))
            #expect(try await refusal(of: ended, fixture) == Self.revoked)
        }
    }

    @Test(arguments: ReadyAnswer.Challenge.allCases)
    func `a password that an administrator sets ends a sign-in at every step`(
        _ challenge: ReadyAnswer.Challenge
    ) async throws {
        let stage = try await ChallengeStage.make(.plain)
        let ready = try await stage.open(challenge)
        _ = try await stage.fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: stage.fixture.poolID, username: ready.username,
                password: "Unheard-Horse-6!", permanent: true))
        #expect(try await fault { try await ready.give(to: stage.fixture) }?.code == .notAuthorized)
    }

    @Test func `the first password of a user without one ends a sign-in by code`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeReachableUser()
        try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
            var user = try store.existingUser("alice", in: store.existingPool(poolID))
            user.password = nil
            try store.update(user)
        }
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let code = ["EMAIL_OTP_CODE": fixture.newestCode]
        try await perform(.adminSetPermanent, fixture, token: "")
        #expect(try await fault { _ = try await fixture.answer(.emailOtp, begun.session, code) } == .invalidSession)
    }
}
