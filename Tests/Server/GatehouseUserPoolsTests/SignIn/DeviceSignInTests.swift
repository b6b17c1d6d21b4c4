// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct DeviceSignInTests {
    @Test(arguments: [UserPoolMfaType.optional, .on], [false, true])
    func `a remembered device stands in for the second factor, however the password was proved`(
        _ requirement: UserPoolMfaType, _ overSRP: Bool
    ) async throws {
        let app = try await DeviceConversation.make(requirement)
        let before = app.fixture.gatehouse.messages().count
        let session: String?
        if overSRP {
            let challenge = try await app.provePassword()
            #expect(challenge.challengeName == .deviceSrpAuth && challenge.authenticationResult == nil)
            #expect(challenge.challengeParameters == ["USERNAME": "alice", "DEVICE_KEY": app.device.key])
            session = challenge.session
        } else {
            let challenge = try await app.sendPassword(naming: app.device.key)
            #expect(challenge.challengeName == .deviceSrpAuth && challenge.authenticationResult == nil)
            session = challenge.session
        }
        let verifier = try await app.nameDevice(session)
        #expect(verifier.challengeName == .devicePasswordVerifier)
        let parameters = try #require(verifier.challengeParameters)
        #expect(Set(parameters.keys) == ["USERNAME", "DEVICE_KEY", "SALT", "SRP_B", "SECRET_BLOCK"])
        #expect(parameters["SALT"] == Hex.encodeInteger(TestDevice.salt))
        app.fixture.gatehouse.clock.advance(by: 5)
        let done = try await app.answer(try app.responses(to: verifier), session: verifier.session)
        let tokens = try #require(done.authenticationResult)
        #expect(tokens.newDeviceMetadata == nil && app.fixture.gatehouse.messages().count == before)
        let claims = try WireValue(json: Data(try UnverifiedJWS(tokens.accessToken ?? "").payload)).objectValue
        #expect(claims?["device_key"]?.stringValue == app.device.key)
        let told = try await app.fixture.device(app.device.key, token: tokens.accessToken)
        #expect(told.deviceLastAuthenticatedDate == app.fixture.gatehouse.clock.now)
        #expect(try await app.fixture.renew(tokens, deviceKey: app.device.key) != nil)
    }

    @Test(arguments: [false, true])
    func `a remembered device is challenged where no second factor is required`(_ asFactor: Bool) async throws {
        let fixture = try await PoolFixture.tracking(asFactor: asFactor)
        let app = DeviceConversation(fixture: fixture, device: try await fixture.confirmedDevice().device)
        let challenge = try await app.sendPassword(naming: app.device.key)
        #expect(challenge.challengeName == .deviceSrpAuth)
        #expect(try await app.proveDevice(challenge.session) != nil)
    }

    @Test(arguments: [UserPoolMfaType.optional, .on], [false, true])
    func `a device that does not replace the second factor is proved after it`(
        _ requirement: UserPoolMfaType, _ namedBefore: Bool
    ) async throws {
        let app = try await DeviceConversation.make(requirement, asFactor: false)
        let challenge = try await app.sendPassword(naming: namedBefore ? app.device.key : nil)
        #expect(challenge.challengeName == .emailOtp)
        var code = ["EMAIL_OTP_CODE": app.fixture.newestCode]
        if !namedBefore { code["DEVICE_KEY"] = app.device.key }
        let next = try await app.fixture.answer(.emailOtp, challenge.session, code)
        #expect(next.challengeName == .deviceSrpAuth && next.authenticationResult == nil)
        #expect(next.challengeParameters == ["USERNAME": "alice", "DEVICE_KEY": app.device.key])
        let tokens = try #require(try await app.proveDevice(next.session))
        #expect(tokens.newDeviceMetadata == nil)
        let claims = try WireValue(json: Data(try UnverifiedJWS(tokens.accessToken ?? "").payload)).objectValue
        #expect(claims?["device_key"]?.stringValue == app.device.key)
    }

    @Test func `a remembered device is not asked for after a code as the first factor`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.deviceConfiguration = DeviceConfigurationType(challengeRequiredOnNewDevice: true)
                $0.policies = UserPoolPolicyType(
                    signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
            }
        ) { $0.explicitAuthFlows = PoolFixture.allFlows }
        try await fixture.makeUser()
        let device = try await fixture.confirmedDevice().device
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP", with: ["DEVICE_KEY": device.key])
        let done = try await fixture.answer(
            .emailOtp, begun.session, ["EMAIL_OTP_CODE": fixture.newestCode, "DEVICE_KEY": device.key])
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test func `a device that is not remembered still needs the second factor, and its tokens can be renewed`()
        async throws
    {
        let app = try await DeviceConversation.make(onPrompt: true)
        let challenge = try await app.sendPassword(naming: app.device.key)
        #expect(challenge.challengeName == .emailOtp)
        let code = ["EMAIL_OTP_CODE": app.fixture.newestCode]
        let done = try await app.fixture.answer(.emailOtp, challenge.session, code)
        let tokens = try #require(done.authenticationResult)
        #expect(tokens.newDeviceMetadata == nil)
        #expect(try await app.fixture.renew(tokens, deviceKey: app.device.key) != nil)
    }

    @Test func `a user without a device key answers the second factor and gets the key of a new device`() async throws {
        let app = try await DeviceConversation.make()
        let challenge = try await app.sendPassword(naming: nil)
        let code = ["EMAIL_OTP_CODE": app.fixture.newestCode]
        let done = try await app.fixture.answer(.emailOtp, challenge.session, code)
        #expect(done.authenticationResult?.newDeviceMetadata?.deviceKey != app.device.key)
        #expect(done.authenticationResult?.newDeviceMetadata != nil)
    }

    @Test func `a device named with the second factor proves itself and is the device of the tokens`() async throws {
        let app = try await DeviceConversation.make()
        let challenge = try await app.sendPassword(naming: nil)
        var code = ["EMAIL_OTP_CODE": app.fixture.newestCode, "DEVICE_KEY": "us-east-1_unknown"]
        let refusal = try await fault { _ = try await app.fixture.answer(.emailOtp, challenge.session, code) }
        #expect(refusal == .noSuchDevice)
        code["DEVICE_KEY"] = app.device.key
        let next = try await app.fixture.answer(.emailOtp, challenge.session, code)
        #expect(next.challengeName == .deviceSrpAuth)
        let tokens = try await app.proveDevice(next.session)
        #expect(tokens?.accessToken != nil && tokens?.newDeviceMetadata == nil)
    }

    @Test(arguments: [true, false])
    func `an answer with a forgotten device is accepted after the device is left out`(_ namedBefore: Bool) async throws
    {
        let app = try await DeviceConversation.make()
        try await app.fixture.administrator.adminForgetDevice(
            AdminForgetDeviceRequest(userPoolId: app.fixture.poolID, username: "alice", deviceKey: app.device.key))
        let conversation = SRPConversation(fixture: app.fixture, username: "alice")
        var parameters = ["USERNAME": "alice", "SRP_A": conversation.srp.publicKeyHex]
        if namedBefore { parameters["DEVICE_KEY"] = app.device.key }
        let challenge = try await app.fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userSrpAuth, authParameters: parameters, clientId: app.fixture.client.id))
        var responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        responses["DEVICE_KEY"] = app.device.key
        let refusal = try await fault {
            _ = try await conversation.answer(responses, session: challenge.session)
        }
        #expect(refusal == .noSuchDevice)
        responses["DEVICE_KEY"] = nil
        let next = try await conversation.answer(responses, session: challenge.session)
        #expect(next.challengeName == .emailOtp)
    }

    @Test func `a device named at the beginning need not be named again`() async throws {
        let app = try await DeviceConversation.make()
        let conversation = SRPConversation(fixture: app.fixture, username: "alice")
        let challenge = try await app.fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userSrpAuth,
                authParameters: [
                    "USERNAME": "alice", "SRP_A": conversation.srp.publicKeyHex, "DEVICE_KEY": app.device.key,
                ], clientId: app.fixture.client.id))
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        let next = try await conversation.answer(responses, session: challenge.session)
        #expect(next.challengeName == .deviceSrpAuth)
        #expect(try await app.proveDevice(next.session) != nil)
    }

    @Test func `an app that carries no session strings comes through with one key pair`() async throws {
        var app = try await DeviceConversation.make(.on)
        app.srp = SRPConversation(fixture: app.fixture, username: "alice").srp
        for _ in 0..<2 {
            #expect(try await app.provePassword(carryingSession: false).challengeName == .deviceSrpAuth)
            let challenge = try await app.nameDevice(nil)
            #expect(challenge.challengeName == .devicePasswordVerifier)
            let done = try await app.answer(try app.responses(to: challenge), session: nil)
            #expect(done.authenticationResult?.accessToken != nil)
            let refusal = try await fault { _ = try await app.nameDevice(nil) }
            #expect(refusal?.message == "Missing required parameter Session")
        }
    }

    @Test func `a temporary password is replaced before the device is challenged`() async throws {
        let app = try await DeviceConversation.make()
        _ = try await app.fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: app.fixture.poolID, username: "alice", password: PoolFixture.password, permanent: false))
        let challenge = try await app.sendPassword(naming: app.device.key)
        #expect(challenge.challengeName == .newPasswordRequired)
        let next = try await app.fixture.answer(
            .newPasswordRequired, challenge.session, ["NEW_PASSWORD": PoolFixture.newPassword])
        #expect(next.challengeName == .deviceSrpAuth)
        #expect(try await app.proveDevice(next.session) != nil)
    }
}
