// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Testing

extension MobileWorld {
    /// Gives Ada codes by SMS as her second factor.
    func requireSMS() async throws {
        let sms = SmsMfaConfigType(
            smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms"))
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(userPoolId: pool, smsMfaConfiguration: sms, mfaConfiguration: .optional))
        try await makeAda(["phone_number": Self.phoneNumber, "phone_number_verified": "true"])
        _ = try await service.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                smsMfaSettings: SMSMfaSettingsType(enabled: true, preferredMfa: true), username: "ada",
                userPoolId: pool))
    }

    /// A world whose user Ada has an authenticator app.
    static func withAuthenticatorApp() async throws -> (MobileWorld, TestPool) {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makePool()
        try await gatehouse.makeUser("ada", .withTOTP, password: password, in: pool)
        return (MobileWorld(pool, on: gatehouse), pool)
    }
}

@Suite("7: second factors", .hangLimit) struct SecondFactorTests {
    @Test func `a code by SMS, wrong and then right`() async throws {
        let world = try await MobileWorld()
        try await world.requireSMS()
        let app = try await world.phone().started()
        let step = try await app.signIn().value()
        #expect(step.signInState == .smsMFA)
        #expect(step.codeDetails?.deliveryMedium == .sms)
        #expect(step.codeDetails?.attributeName == "phone")
        #expect(step.codeDetails?.destination?.hasSuffix("0123") == true)
        await app.expect([app.confirmSignIn("000000")], fail: .codeMismatch)
        #expect(app.state == .signedOut)
        let done = try await app.confirmSignIn(world.code(to: MobileWorld.phoneNumber)).value()
        #expect(done.signInState == .signedIn)
        #expect(app.network.count("InitiateAuth") == 1)
        #expect(app.log.states == [.signedIn])
    }

    @Test func `a code of an authenticator app, wrong and then right`() async throws {
        let (world, pool) = try await MobileWorld.withAuthenticatorApp()
        let app = try await world.phone().started()
        let step = try await app.signIn().value()
        #expect(step.signInState == .smsMFA)
        #expect(step.codeDetails?.deliveryMedium == .unknown)
        #expect(step.codeDetails?.attributeName == "unknown")
        await app.expect([app.confirmSignIn("000000")], fail: .codeMismatch)
        world.gatehouse.clock.advance(by: 60)
        let code = try await world.gatehouse.totpCode(for: "ada", in: pool)
        #expect(try await app.confirmSignIn(code).value().signInState == .signedIn)
    }

    @Test func `a code that the network lost may be sent again`() async throws {
        let world = try await MobileWorld()
        try await world.requireSMS()
        let app = try await world.phone().started()
        _ = try await app.signIn().value()
        app.network.fail(.unreachable)
        let code = world.code(to: MobileWorld.phoneNumber)
        #expect(await app.confirmSignIn(code).error().isOfNetwork)
        app.network.fail(nil)
        #expect(try await app.confirmSignIn(code).value().signInState == .signedIn)
    }
}
