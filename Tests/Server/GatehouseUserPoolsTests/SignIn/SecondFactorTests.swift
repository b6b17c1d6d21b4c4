// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseSignIn

@Suite struct SecondFactorTests {
    private static let wrong = ServiceFault(.codeMismatch, "Invalid code or auth state for the user.")
    private static let wrongToken = ServiceFault(.codeMismatch, "Invalid code received for user")

    @Test func `a code by SMS follows the password`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        try await fixture.prefer(.sms)
        let challenge = try await fixture.signInWithPassword()
        #expect(challenge.challengeName == .smsMfa && challenge.authenticationResult == nil)
        #expect(
            challenge.challengeParameters == [
                "CODE_DELIVERY_DELIVERY_MEDIUM": "SMS", "CODE_DELIVERY_DESTINATION": "+*******0123",
                "USER_ID_FOR_SRP": "alice",
            ])
        #expect(fixture.newestCode.count == 6)
        let done = try await fixture.answer(.smsMfa, challenge.session, ["SMS_MFA_CODE": fixture.newestCode])
        #expect(done.authenticationResult?.refreshToken != nil)
    }

    @Test(arguments: ["EMAIL_OTP_CODE", "EMAIL_MFA_CODE"])
    func `a code by e-mail follows SRP, under either name`(_ member: String) async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        try await fixture.prefer(.email)
        let challenge = try await SRPConversation(fixture: fixture, username: "alice").run(
            password: PoolFixture.password)
        #expect(challenge.challengeName == .emailOtp && challenge.availableChallenges == nil)
        let done = try await fixture.answer(.emailOtp, challenge.session, [member: fixture.newestCode])
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test func `a code of an authenticator app is good once, and around its time`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let app = try await fixture.setUpApp(token: try await fixture.accessToken())
        try await fixture.prefer(.softwareToken)
        for offset in [-1.0, 0, 1] {
            fixture.gatehouse.clock.advance(by: 120)
            let code = app.code(steps: offset)
            let challenge = try await fixture.signInWithPassword()
            #expect(challenge.challengeName == .softwareTokenMfa)
            let answer = ["SOFTWARE_TOKEN_MFA_CODE": code]
            let done = try await fixture.answer(.softwareTokenMfa, challenge.session, answer)
            #expect(done.authenticationResult?.accessToken != nil)
            let next = try await fixture.signInWithPassword()
            let again = try await fault { _ = try await fixture.answer(.softwareTokenMfa, next.session, answer) }
            #expect(again == .usedSoftwareToken)
        }
        for offset in [-2.0, 2] {
            fixture.gatehouse.clock.advance(by: 600)
            let code = app.code(steps: offset)
            let challenge = try await fixture.signInWithPassword()
            let refusal = try await fault {
                _ = try await fixture.answer(
                    .softwareTokenMfa, challenge.session, ["SOFTWARE_TOKEN_MFA_CODE": code])
            }
            #expect(refusal == Self.wrongToken)
        }
    }

    @Test func `a user with several factors and no favourite chooses`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        try await fixture.prefer(.sms, .email, preferring: false)
        let choice = try await fixture.signInWithPassword()
        #expect(choice.challengeName == .selectMfaType)
        #expect(choice.challengeParameters?["MFAS_CAN_CHOOSE"] == #"["SMS_MFA","EMAIL_OTP"]"#)
        let wrong = try await fault {
            _ = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "SOFTWARE_TOKEN_MFA"])
        }
        #expect(wrong?.code == .invalidParameter)
        let challenge = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "EMAIL_MFA"])
        #expect(challenge.challengeName == .emailOtp)
        let done = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test func `a pool that demands a factor has an app set up first`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on)
        try await fixture.gatehouse.makeUser("bare", password: PoolFixture.password, inPool: fixture.poolID)
        let challenge = try await fixture.signInWithPassword("bare")
        #expect(challenge.challengeName == .mfaSetup)
        #expect(challenge.challengeParameters?["MFAS_CAN_SETUP"]?.contains("SOFTWARE_TOKEN_MFA") == true)
        let early = try await fault { _ = try await fixture.answer(.mfaSetup, challenge.session, [:], as: "bare") }
        #expect(early?.code == .invalidParameter)
        let drawn = try await fixture.anyone.associateSoftwareToken(
            AssociateSoftwareTokenRequest(session: challenge.session))
        let app = AuthenticatorApp(secretCode: try #require(drawn.secretCode), clock: fixture.gatehouse.clock)
        let wrong = try await fault {
            _ = try await fixture.anyone.verifySoftwareToken(
                VerifySoftwareTokenRequest(session: drawn.session, userCode: "000000"))
        }
        #expect(wrong == .wrongFirstCode)
        let verified = try await fixture.anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(session: drawn.session, userCode: app.code()))
        #expect(verified.status == .success)
        let done = try await fixture.answer(.mfaSetup, verified.session, [:], as: "bare")
        #expect(done.authenticationResult?.accessToken != nil)
        fixture.gatehouse.clock.advance(by: 60)
        #expect(try await fixture.signInWithPassword("bare").challengeName == .softwareTokenMfa)
    }

    @Test func `an e-mail address can be set up in the place of an authenticator app`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on)
        try await fixture.gatehouse.makeUser("bare", password: PoolFixture.password, inPool: fixture.poolID)
        let setUp = try await fixture.signInWithPassword("bare")
        let bad = try await fault {
            _ = try await fixture.answer(.mfaSetup, setUp.session, ["email": "nonsense"], as: "bare")
        }
        #expect(bad?.message == "Invalid email address format.")
        let challenge = try await fixture.answer(.mfaSetup, setUp.session, ["email": "alice@example.com"], as: "bare")
        #expect(challenge.challengeName == .emailOtp)
        let before = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "bare"))
        #expect(before.userAttributes?.contains { $0.name == "email" } == false)
        let done = try await fixture.answer(
            .emailOtp, challenge.session, ["EMAIL_OTP_CODE": fixture.newestCode], as: "bare")
        #expect(done.authenticationResult?.accessToken != nil)
        #expect(try await fixture.signInWithPassword("bare").challengeName == .emailOtp)
    }

    @Test func `after a new password the second factor is still asked for`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on)
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: PoolFixture.password, permanent: false))
        try await fixture.prefer(.sms)
        let newPassword = try await fixture.signInWithPassword()
        #expect(newPassword.challengeName == .newPasswordRequired)
        let challenge = try await fixture.answer(
            .newPasswordRequired, newPassword.session, ["NEW_PASSWORD": PoolFixture.newPassword])
        #expect(challenge.challengeName == .smsMfa && challenge.authenticationResult == nil)
        let done = try await fixture.answer(.smsMfa, challenge.session, ["SMS_MFA_CODE": fixture.newestCode])
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test func `a back end's sign-in gets the second-factor challenge as well`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        try await fixture.prefer(.sms)
        _ = try await fixture.administrator.updateUserPoolClient(
            UpdateUserPoolClientRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id,
                explicitAuthFlows: [.allowAdminUserPasswordAuth]))
        let challenge = try await fixture.administrator.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .adminUserPasswordAuth,
                authParameters: ["USERNAME": "alice", "PASSWORD": PoolFixture.password]))
        #expect(challenge.challengeName == .smsMfa)
        let done = try await fixture.administrator.adminRespondToAuthChallenge(
            AdminRespondToAuthChallengeRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, challengeName: .smsMfa,
                challengeResponses: ["USERNAME": "alice", "SMS_MFA_CODE": fixture.newestCode],
                session: challenge.session))
        #expect(done.authenticationResult?.accessToken != nil)
    }
}
