// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// Sign-ins with a target level, and step-ups that continue from an access token.
@Suite(.hangLimit) struct StepUpTests {
    private static let noFactor = "The user has no factor for a level of TARGET_ACR_VALUES."

    private func finish(
        _ fixture: PoolFixture, _ app: AuthenticatorApp, _ session: String?
    ) async throws -> AuthenticationResultType? {
        try await fixture.answer(.softwareTokenMfa, session, ["SOFTWARE_TOKEN_MFA_CODE": app.code()])
            .authenticationResult
    }

    // MARK: - From scratch

    @Test func `the tokens of a sign-in without a target level state no level`() async throws {
        let fixture = try await PoolFixture.forLevels()
        try expect(try await fixture.tokens(), tell: nil, nil)
        let chosen = try await fixture.choosePassword(try await fixture.beginUserAuth())
        try expect(chosen.authenticationResult, tell: nil, nil)
    }

    @Test func `a password and an authenticator app reach the fourth level where MFA is optional`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        let begun = try await fixture.aim(at: 4)
        #expect(begun.challengeName == .selectChallenge && begun.availableChallenges == [.passwordSrp, .password])
        let asked = try await fixture.choosePassword(begun)
        #expect(asked.challengeName == .softwareTokenMfa && asked.authenticationResult == nil)
        let tokens = try await finish(fixture, app, asked.session)
        try expect(tokens, tell: PoolFixture.level(4), ["pwd", "otp", "mfa"])
        #expect(tokens?.refreshToken != nil)
    }

    @Test(
        arguments: [
            ("PASSWORD", .password, "PASSWORD", 1, ["pwd"]),
            ("EMAIL_OTP", .emailOtp, "EMAIL_OTP_CODE", 2, ["email_otp"]),
            ("SMS_OTP", .smsOtp, "SMS_OTP_CODE", 2, ["sms"]),
        ] as [(String, ChallengeNameType, String, Int, [String])])
    func `tokens state the level that was reached, also above the target`(
        _ factor: String, _ name: ChallengeNameType, _ member: String, _ level: Int, _ amr: [String]
    ) async throws {
        let fixture = try await PoolFixture.forLevels()
        let begun = try await fixture.aim(at: 1, preferring: factor)
        #expect(begun.challengeName == name)
        let answer = member == "PASSWORD" ? PoolFixture.password : fixture.newestCode
        let done = try await fixture.answer(name, begun.session, [member: answer])
        try expect(done.authenticationResult, tell: PoolFixture.level(level), amr)
    }

    @Test(
        arguments: [("platform", ["internal"], "swk"), ("cross-platform", ["usb"], "hwk")]
            as [(String, [WireValue], String)])
    func `a passkey alone reaches the third level`(
        _ attachment: String, _ transports: [WireValue], _ method: String
    ) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.softwareToken])
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: try await fixture.accessToken()) { credential in
            var members = credential.objectValue ?? [:]
            var response = members["response"]?.objectValue ?? [:]
            response["transports"] = .array(transports)
            members["response"] = .object(response)
            members["authenticatorAttachment"] = .string(attachment)
            credential = .object(members)
        }
        let begun = try await fixture.aim(at: 3)
        #expect(begun.availableChallenges == [.webAuthn])
        let options = try #require(begun.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"])
        let done = try await fixture.answer(
            .selectChallenge, begun.session,
            ["ANSWER": "WEB_AUTHN", "CREDENTIAL": try authenticator.authenticate(options: options)])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), [method])
    }

    @Test(
        arguments: [
            (.platform, ["usb"], .platformPasskey), (.crossPlatform, ["internal"], .roamingPasskey),
            (nil, [], .platformPasskey), (nil, ["internal", "hybrid"], .platformPasskey),
            (nil, ["usb", "nfc"], .roamingPasskey),
        ] as [(AuthenticatorAttachment?, [String], AuthenticationMethod)])
    func `a passkey's method depends on its attachment, or else on its transports`(
        _ attachment: AuthenticatorAttachment?, _ transports: [String], _ method: AuthenticationMethod
    ) {
        let passkey = PasskeyRecord(
            poolID: "p", sub: "s", credentialID: [], publicKey: [], signCount: 0, isBackupEligible: false,
            isBackedUp: false, aaguid: [], relyingPartyID: "localhost", attachment: attachment,
            transports: transports, createdAt: .distantPast)
        #expect(passkey.method == method)
    }

    @Test func `of several factors that reach the level the user chooses one`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms, .email])
        let choice = try await fixture.choosePassword(try await fixture.aim(at: 3))
        #expect(choice.challengeName == .selectMfaType)
        #expect(choice.challengeParameters?["MFAS_CAN_CHOOSE"] == #"["SMS_MFA","EMAIL_OTP"]"#)
        let asked = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "EMAIL_OTP"])
        #expect(asked.challengeName == .emailOtp)
        let done = try await fixture.answer(.emailOtp, asked.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "email_otp", "mfa"])
    }

    @Test func `the first level that the user can reach wins`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.softwareToken])
        let done = try await fixture.choosePassword(try await fixture.aim(at: 4, 3, 1))
        try expect(done.authenticationResult, tell: PoolFixture.level(1), ["pwd"])
        let app = try await fixture.makeApp()
        let asked = try await fixture.choosePassword(try await fixture.aim(at: 4, 3, 1))
        let tokens = try await finish(fixture, app, asked.session)
        try expect(tokens, tell: PoolFixture.level(4), ["pwd", "otp", "mfa"])
        // A lower level is preferred.
        let low = try await fixture.choosePassword(try await fixture.aim(at: 1, 4))
        try expect(low.authenticationResult, tell: PoolFixture.level(1), ["pwd"])
    }

    @Test func `a user without a factor for any of the levels is refused, and nothing is set up`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.softwareToken], first: [.password])
        for levels in [4, 3, 2] {
            let refusal = try await fault { _ = try await fixture.aim(at: levels) }
            #expect(refusal == .invalidParameter(Self.noFactor))
        }
    }

    @Test func `a user with a temporary password chooses a new one during the step-up`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: PoolFixture.newPassword, permanent: false))
        let begun = try await fixture.aim(at: 3)
        #expect(begun.availableChallenges == [.passwordSrp, .password])
        let new = try await fixture.choosePassword(begun, PoolFixture.newPassword)
        #expect(new.challengeName == .newPasswordRequired)
        let asked = try await fixture.answer(
            .newPasswordRequired, new.session, ["NEW_PASSWORD": PoolFixture.password])
        #expect(asked.challengeName == .smsMfa)
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "sms", "mfa"])
    }

    @Test func `a sign-in over SRP keeps its target level`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let begun = try await fixture.beginUserAuth(
            preferring: "PASSWORD_SRP",
            with: ["SRP_A": conversation.srp.publicKeyHex, "TARGET_ACR_VALUES": PoolFixture.level(3)])
        let responses = try conversation.responses(
            to: begun.challengeParameters ?? [:], password: PoolFixture.password)
        let asked = try await fixture.answer(.passwordVerifier, begun.session, responses)
        #expect(asked.challengeName == .smsMfa)
    }

    // MARK: - From a token

    @Test func `a user with a token gets the challenge for the missing factor alone, and then new tokens`() async throws
    {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        let old = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 600)
        let asked = try await fixture.aim(at: 4, with: old.accessToken)
        #expect(asked.challengeName == .softwareTokenMfa && asked.availableChallenges == nil)
        let new = try #require(try await finish(fixture, app, asked.session))
        try expect(new, tell: PoolFixture.level(4), ["pwd", "otp", "mfa"])
        #expect(new.refreshToken != nil && new.refreshToken != old.refreshToken)
        let (before, after) = (try claims(old.accessToken), try claims(new.accessToken))
        #expect(before["origin_jti"] != after["origin_jti"])
        #expect(
            after["auth_time"] == .integer(Int64(fixture.gatehouse.clock.now.timeIntervalSince1970)))
        // The old tokens stay valid.
        _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: old.accessToken ?? ""))
    }

    @Test func `an app and a back end can send the access token of a step-up`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        let asked = try await fixture.administrator.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .userAuth,
                authParameters: [
                    "USERNAME": "alice", "TARGET_ACR_VALUES": PoolFixture.level(3), "ACCESS_TOKEN": token,
                ]))
        #expect(asked.challengeName == .smsMfa)
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "sms", "mfa"])
    }

    @Test func `a passkey completes the level where the app prefers it`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: token)
        #expect(try await fixture.aim(at: 3, with: token).challengeName == .smsMfa)
        let asked = try await fixture.aim(at: 3, with: token, preferring: "WEB_AUTHN")
        #expect(asked.challengeName == .webAuthn)
        let options = try #require(asked.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"])
        let done = try await fixture.answer(
            .webAuthn, asked.session, ["CREDENTIAL": try authenticator.authenticate(options: options)])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "swk", "mfa"])
    }

    @Test func `a step-up from a code challenges the password, and then the authenticator app`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let first = try await fixture.answer(.emailOtp, begun.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        let choice = try await fixture.aim(at: 4, with: first.authenticationResult?.accessToken)
        #expect(choice.challengeName == .selectChallenge && choice.availableChallenges == [.passwordSrp, .password])
        let asked = try await fixture.choosePassword(choice)
        #expect(asked.challengeName == .softwareTokenMfa)
        let tokens = try await finish(fixture, app, asked.session)
        try expect(tokens, tell: PoolFixture.level(4), ["pwd", "otp", "email_otp", "mfa"])
    }

    @Test func `a token that has the level already is refused`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        let asked = try await fixture.aim(at: 4, with: try await fixture.accessToken())
        let tokens = try await finish(fixture, app, asked.session)
        for level in 1...4 {
            let refusal = try await fault { _ = try await fixture.aim(at: level, with: tokens?.accessToken) }
            #expect(
                refusal
                    == .invalidParameter("The access token has reached the level of TARGET_ACR_VALUES already."))
        }
    }

    @Test func `a token that is too old for the request proves nothing, and one that is not counts`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        fixture.gatehouse.clock.advance(by: 60)
        #expect(try await fixture.aim(at: 3, with: token, maximumAge: "60").challengeName == .smsMfa)
        fixture.gatehouse.clock.advance(by: 1)
        let stale = try await fixture.aim(at: 3, with: token, maximumAge: "60")
        #expect(stale.challengeName == .selectChallenge)
        // Even a level that was reached at that time must be reached again.
        let fresh = try await fixture.choosePassword(try await fixture.aim(at: 1, with: token, maximumAge: "60"))
        try expect(fresh.authenticationResult, tell: PoolFixture.level(1), ["pwd"])
    }

    @Test func `each step leaves the proofs before it as old as they are`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        let first = try await fixture.accessToken()
        fixture.gatehouse.clock.advance(by: 3_500)
        let choice = try await fixture.aim(at: 3, with: first)
        let asked = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "SMS_MFA"])
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        let second = done.authenticationResult?.accessToken
        fixture.gatehouse.clock.advance(by: 10)
        let stale = try await fixture.aim(at: 4, with: second, maximumAge: "60")
        #expect(stale.challengeName == .selectChallenge && stale.availableChallenges == [.passwordSrp, .password])
        // The password was proved 3,510 seconds ago, and that is as old as a proof may be here.
        #expect(try await fixture.aim(at: 4, with: second, maximumAge: "3509").challengeName == .selectChallenge)
        let young = try await fixture.aim(at: 4, with: second, maximumAge: "3510")
        #expect(young.challengeName == .softwareTokenMfa)
        // One more step does not renew its time.
        let third = try await finish(fixture, app, young.session)?.accessToken
        let again = try await fixture.aim(at: 4, with: third, maximumAge: "60")
        #expect(again.challengeName == .selectChallenge)
    }

    @Test func `a sign-in is as old as its first proof, however long the second one took`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let asked = try await fixture.choosePassword(try await fixture.aim(at: 3))
        fixture.gatehouse.clock.advance(by: 100)
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        let token = done.authenticationResult?.accessToken
        #expect(try await fixture.aim(at: 3, with: token, maximumAge: "99").challengeName == .selectChallenge)
        let reached = try await fault { _ = try await fixture.aim(at: 3, with: token, maximumAge: "100") }
        #expect(reached?.code == .invalidParameter)
    }

    @Test func `renewed tokens state the level, methods and time of the sign-in`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        let asked = try await fixture.choosePassword(try await fixture.aim(at: 4))
        let tokens = try #require(try await finish(fixture, app, asked.session))
        fixture.gatehouse.clock.advance(by: 1_000)
        let renewed = try await fixture.renew(tokens, deviceKey: nil)
        try expect(renewed, tell: PoolFixture.level(4), ["pwd", "otp", "mfa"])
        #expect(try claims(renewed?.accessToken)["auth_time"] == claims(tokens.accessToken)["auth_time"])
        let again = try await fixture.aim(at: 4, with: renewed?.accessToken, maximumAge: "900")
        #expect(again.challengeName == .selectChallenge)
    }

    // MARK: - Factors that the pool requires

    @Test func `a second factor that the pool requires is challenged at any level`() async throws {
        let fixture = try await PoolFixture.forLevels(.on, second: [.sms])
        let asked = try await fixture.choosePassword(try await fixture.aim(at: 1))
        #expect(asked.challengeName == .smsMfa)
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "sms", "mfa"])
    }

    @Test func `a factor that was switched on after the token is challenged at any level`()
        async throws
    {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        try await fixture.prefer(.sms)
        let asked = try await fixture.aim(at: 1, with: token)
        #expect(asked.challengeName == .smsMfa)
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "sms", "mfa"])
    }

    @Test func `the target chooses among the factors that are switched on, not the preference`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let app = try await fixture.makeApp()
        try await fixture.prefer(.sms, .softwareToken)
        #expect(try await fixture.choosePassword(try await fixture.aim(at: 3)).challengeName == .smsMfa)
        let asked = try await fixture.choosePassword(try await fixture.aim(at: 4))
        #expect(asked.challengeName == .softwareTokenMfa)
        #expect(try await finish(fixture, app, asked.session) != nil)
    }

    @Test func `a remembered device takes the place of a demanded factor, but not of one for the level`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms]) {
            $0.deviceConfiguration = DeviceConfigurationType(
                challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false)
        }
        let device = try await fixture.confirmedDevice().device
        func begin(_ level: Int) async throws -> InitiateAuthResponse {
            try await fixture.beginUserAuth(
                preferring: "PASSWORD",
                with: [
                    "PASSWORD": PoolFixture.password, "DEVICE_KEY": device.key,
                    "TARGET_ACR_VALUES": PoolFixture.level(level),
                ])
        }
        try await fixture.prefer(.sms)
        #expect(try await begin(1).challengeName == .deviceSrpAuth)
        #expect(try await begin(3).challengeName == .smsMfa)
    }

    // MARK: - Names

    @Test func `a pool with named levels states them by these names in every token`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms]) {
            $0.acrConfiguration = [
                "Level1": AcrLevelConfigType(acrValue: "low"), "Level3": AcrLevelConfigType(acrValue: "high"),
            ]
        }
        let tokens = try await fixture.tokens()
        try expect(tokens, tell: "low", ["pwd"])
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        try expect(
            try await conversation.run(password: PoolFixture.password).authenticationResult, tell: "low", ["pwd"])
        // The default name of a renamed level is unknown.
        let unknown = try await fault { _ = try await fixture.aim(at: 3) }
        #expect(unknown?.code == .invalidParameter)
        let asked = try await fixture.beginUserAuth(
            with: ["TARGET_ACR_VALUES": "highest high", "ACCESS_TOKEN": tokens.accessToken ?? ""])
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: "high", ["pwd", "sms", "mfa"])
    }

    @Test func `a token with a name that a level has no more counts for what was proved`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms]) {
            $0.acrConfiguration = ["Level1": AcrLevelConfigType(acrValue: "low")]
        }
        let tokens = try await fixture.tokens()
        try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
            var pool = try store.existingPool(poolID)
            pool.description.acrConfiguration = ["Level1": AcrLevelConfigType(acrValue: "lowest")]
            try store.update(pool)
        }
        try expect(try await fixture.renew(tokens, deviceKey: nil), tell: "low", ["pwd"])
        #expect(try await fixture.aim(at: 3, with: tokens.accessToken).challengeName == .smsMfa)
    }

    @Test func `the code of a new account is a method, too`() async throws {
        let fixture = try await PoolFixture.forLevels(.off) {
            $0.acrConfiguration = ["Level2": AcrLevelConfigType(acrValue: "code")]
        }
        let signedUp = try await fixture.signUp("bob", email: "bob@example.com")
        let confirmed = try await fixture.anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: fixture.client.id, username: "bob", confirmationCode: fixture.newestCode,
                session: signedUp.session))
        let done = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": "bob"], clientId: fixture.client.id,
                session: confirmed.session))
        try expect(done.authenticationResult, tell: "code", ["email_otp"])
    }

    // MARK: - Unknown user names

    @Test func `with hidden user names, only a proved password reveals that a level is out of reach`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.softwareToken], first: [.password], hidingUsers: true)
        let (known, unknown) = (try await fixture.aim(at: 4), try await fixture.aim(at: 4, as: "nobody"))
        for begun in [known, unknown] {
            #expect(begun.challengeName == .selectChallenge && begun.challengeParameters == [:])
            #expect(begun.availableChallenges == [.passwordSrp, .password])
        }
        for (begun, username) in [(known, "alice"), (unknown, "nobody")] {
            let wrong = try await fault {
                _ = try await fixture.choosePassword(begun, "Wrong-Horse-7!", as: username)
            }
            #expect(wrong == .wrongCredentials)
        }
        // Only a caller with the password learns that it is not enough.
        let right = try await fault { _ = try await fixture.choosePassword(try await fixture.aim(at: 4)) }
        #expect(right == .invalidParameter(Self.noFactor))
    }
}
