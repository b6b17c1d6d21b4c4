// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Right answers from another client, too late, twice, or to another challenge.
@Suite(.hangLimit) struct ForeignSessionTests {
    /// Another client with every flow, of the same pool or another one of the same server.
    private static func stranger(
        to fixture: PoolFixture, inPool poolID: String? = nil
    ) async throws -> PoolFixture {
        let pool = poolID ?? fixture.poolID
        let client = try await fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: pool, clientName: "other",
                explicitAuthFlows: PoolFixture.allFlows + [.allowCustomAuth])
        ).userPoolClient
        return PoolFixture(gatehouse: fixture.gatehouse, poolID: pool, client: (client?.clientId ?? "", nil))
    }

    @Test(arguments: ReadyAnswer.Challenge.allCases)
    func `no other client, pool, challenge or call takes a session, and its own answer is good once`(
        _ challenge: ReadyAnswer.Challenge
    ) async throws {
        let stage = try await ChallengeStage.make(.plain)
        let answer = try await stage.open(challenge)
        try await tryElsewhere(answer, on: stage.fixture)
        try await tryOtherChallenges(answer, on: stage.fixture)
        try await tryAsAccessToken(answer.session ?? "", on: stage.fixture.anyone)
        try await answer.give(to: stage.fixture)
        // A handshake may be begun any number of times.
        guard challenge != .deviceSRPAuth, challenge != .passwordSRP else { return }
        #expect(try await fault { try await answer.give(to: stage.fixture) } != nil)
    }

    @Test(arguments: ReadyAnswer.Challenge.allCases)
    func `a session ends after the client's time`(_ challenge: ReadyAnswer.Challenge) async throws {
        let stage = try await ChallengeStage.make(.plain)
        let answer = try await stage.open(challenge)
        stage.fixture.gatehouse.clock.advance(by: 181)
        #expect(try await fault { try await answer.give(to: stage.fixture) } == .expiredSession)
    }

    private func tryElsewhere(_ answer: ReadyAnswer, on fixture: PoolFixture) async throws {
        let other = try await Self.stranger(to: fixture)
        let elsewhere = try await Self.stranger(to: fixture, inPool: try await fixture.gatehouse.makeUserPool())
        for thief in [other, elsewhere] {
            #expect(try await fault { try await answer.give(to: thief) }?.code == .notAuthorized)
        }
    }

    private func tryOtherChallenges(_ answer: ReadyAnswer, on fixture: PoolFixture) async throws {
        let members = [
            "ANSWER": "PASSWORD", "PASSWORD": PoolFixture.password, "NEW_PASSWORD": PoolFixture.newPassword,
            "SMS_MFA_CODE": fixture.newestCode, "SMS_OTP_CODE": fixture.newestCode,
            "EMAIL_OTP_CODE": fixture.newestCode, "SOFTWARE_TOKEN_MFA_CODE": fixture.newestCode,
            "CREDENTIAL": "{}", "email": "mallory@example.com",
            "SRP_A": SRPConversation(fixture: fixture, username: "alice").srp.publicKeyHex,
        ].merging(answer.responses) { $1 }
        let others: [ChallengeNameType] = [
            .customChallenge, .newPasswordRequired, .selectChallenge, .password, .passwordSrp, .emailOtp, .smsOtp,
            .webAuthn, .smsMfa, .softwareTokenMfa, .selectMfaType, .mfaSetup,
        ]
        for name in others where name != answer.name {
            let crossed = ReadyAnswer(
                name: name, session: answer.session, responses: members, username: answer.username)
            #expect(try await fault { try await crossed.give(to: fixture) } == .invalidSession, "\(name)")
        }
    }

    private func tryAsAccessToken(_ token: String, on service: UserPoolsService) async throws {
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await service.associateSoftwareToken(AssociateSoftwareTokenRequest(accessToken: token)) },
            {
                _ = try await service.setUserMFAPreference(
                    SetUserMFAPreferenceRequest(smsMfaSettings: SMSMfaSettingsType(enabled: false), accessToken: token))
            },
            { _ = try await service.setUserSettings(SetUserSettingsRequest(accessToken: token, mfaOptions: [])) },
            {
                _ = try await service.startWebAuthnRegistration(StartWebAuthnRegistrationRequest(accessToken: token))
            },
            {
                _ = try await service.deleteWebAuthnCredential(
                    DeleteWebAuthnCredentialRequest(accessToken: token, credentialId: "any"))
            },
            { try await service.forgetDevice(ForgetDeviceRequest(accessToken: token, deviceKey: "us-east-1_any")) },
            { _ = try await service.getUser(GetUserRequest(accessToken: token)) },
        ]
        for call in calls { #expect(try await fault(call)?.code == .notAuthorized) }
    }
}
