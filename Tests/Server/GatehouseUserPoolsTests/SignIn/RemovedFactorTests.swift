// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn
@testable import GatehouseUserPools

/// Answers with factors that the pool does not offer any more.
@Suite struct RemovedFactorTests {
    /// Leaves the pool with these first factors.
    private func allow(_ factors: [AuthFactorType], in fixture: PoolFixture) async throws {
        try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
            var pool = try store.existingPool(poolID)
            pool.description.policies?.signInPolicy = SignInPolicyType(allowedFirstAuthFactors: factors)
            try store.update(pool)
        }
    }

    @Test(arguments: [("EMAIL_OTP", "EMAIL_OTP_CODE"), ("SMS_OTP", "SMS_OTP_CODE")])
    func `a code of a removed first factor finishes no sign-in`(_ factor: String, _ member: String) async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeReachableUser()
        let begun = try await fixture.beginUserAuth(preferring: factor)
        let challenge = try #require(begun.challengeName)
        let code = [member: fixture.newestCode]
        try await allow([.password], in: fixture)
        #expect(try await fault { _ = try await fixture.answer(challenge, begun.session, code) } == .invalidSession)
        try await allow([.password, .emailOtp, .smsOtp], in: fixture)
        #expect(try await fixture.answer(challenge, begun.session, code).authenticationResult != nil)
    }

    @Test func `a password finishes no sign-in of USER_AUTH once the pool allows codes alone`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeReachableUser()
        let plain = try await fixture.beginUserAuth(preferring: "PASSWORD")
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let handshake = try await fixture.beginUserAuth(
            preferring: "PASSWORD_SRP", with: ["SRP_A": conversation.srp.publicKeyHex])
        let responses = try conversation.responses(to: handshake, password: PoolFixture.password)
        try await allow([.emailOtp], in: fixture)
        let refusal = try await fault {
            _ = try await fixture.answer(.password, plain.session, ["PASSWORD": PoolFixture.password])
        }
        #expect(refusal == .invalidSession)
        for session in [nil, handshake.session] {
            #expect(
                try await fault { _ = try await conversation.answer(responses, session: session) } == .invalidSession)
        }
        // The flows of passwords do not depend on the first factors of USER_AUTH.
        #expect(try await fixture.signInWithPassword().authenticationResult != nil)
    }

    @Test(arguments: [UserPoolMfaType.optional, .on])
    func `a second factor that was removed while its answer was checked finishes no sign-in`(
        _ requirement: UserPoolMfaType
    ) async throws {
        let fixture = try await PoolFixture.makeWithMFA(.optional)
        func step(_ stepID: String) async throws -> SignInStep {
            try await fixture.anyone.pools.records.read {
                [poolID = fixture.poolID, clientID = fixture.client.id] store in
                let (client, pool) = try store.existingClient(clientID)
                let user = try store.existingUser("alice", in: pool)
                let signIn = SignIn(
                    client: client, pool: pool,
                    session: SignInSession(
                        stepID: stepID, poolID: poolID, clientID: clientID, sub: user.sub, typedName: "alice",
                        state: .emailMFA, expiresAt: .distantFuture),
                    user: user, lockedUntil: nil, tokenInputs: try store.tokenInputs(of: user, inPool: poolID),
                    origin: CallOrigin(address: "192.0.2.1", userAgent: "Test"))
                return SignInStep(
                    signIn: signIn, event: signIn.provedSecondFactor, user: user, proof: .secondFactor(.email))
            }
        }
        let (first, second) = (try await step("one"), try await step("two"))
        try await fixture.allow([.softwareToken], requirement)
        #expect(try await fault { _ = try await fixture.anyone.pools.steps.take(first) } == .invalidSession)
        try await fixture.allow(Set(SecondFactor.allCases), requirement)
        // The refusal has spent the session of the first step.
        _ = try await fixture.anyone.pools.steps.take(second)
    }

    @Test func `an address that is longer than an attribute may be is refused in MFA_SETUP`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.optional)
        try await fixture.gatehouse.makeUser("carol", password: PoolFixture.password, inPool: fixture.poolID)
        try await fixture.allow([.email], .on)
        let asked = try await fixture.signInWithPassword("carol")
        #expect(asked.challengeName == .mfaSetup)
        func give(_ address: String) async throws -> ServiceFault? {
            try await fault { _ = try await fixture.answer(.mfaSetup, asked.session, ["email": address], as: "carol") }
        }
        let domain = "@example.com"
        let longest = String(repeating: "a", count: 2_048 - domain.count) + domain
        #expect(
            try await give("a" + longest)
                == .invalidParameter(
                    "Attributes did not conform to the schema: email: String must be no longer than 2048 characters\n"))
        #expect(try await give("") == .invalidParameter("Invalid email address format."))
        #expect(try await give("x") == .invalidParameter("Invalid email address format."))
        #expect(try await give(longest) == nil)
    }
}
