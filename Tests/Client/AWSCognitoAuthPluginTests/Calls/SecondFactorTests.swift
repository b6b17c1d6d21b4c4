// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import CognitoAdminShapes
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Sign-ins with a second factor, on the real server.
@Suite(.hangLimit) struct SecondFactorTests {
    private static func expectWrong(_ app: TestApp, _ answer: String = "000000") async {
        let wrong = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: answer) }
        #expect(wrong?.cause == .codeMismatch)
        #expect(wrong?.recoverySuggestion.contains("clock") == false)
    }

    /// An app from which Ada has signed out after choosing factors.
    private static func app(
        _ world: World,
        sms: MFAPreference? = nil,
        totp: MFAPreference? = nil,
        email: MFAPreference? = nil
    ) async throws -> TestApp {
        let app = try world.app(.userPoolOnly)
        _ = try await app.plugin.signIn(username: "ada", password: World.password)
        try await app.plugin.updateMFAPreference(sms: sms, totp: totp, email: email)
        _ = try await app.signOut()
        app.network.forget()
        app.events.clear()
        return app
    }

    private static func signIn(_ app: TestApp) async throws -> AuthSignInStep {
        try await app.plugin.signIn(username: "ada", password: World.password).nextStep
    }

    @Test func `a code by SMS`() async throws {
        let world = try await World.withFactors(.optional, [.sms])
        let app = try await Self.app(world, sms: .enabled)
        guard case .confirmSignInWithSMSMFACode(let details, let info) = try await Self.signIn(app) else {
            Issue.record("There was another step.")
            return
        }
        #expect(details.destination == .sms("+*******0123") && details.attributeKey == nil)
        #expect(info?["CODE_DELIVERY_DELIVERY_MEDIUM"] == "SMS")
        await Self.expectWrong(app)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: world.code(to: World.phone)).isSignedIn)
        #expect(app.events.names.contains("Auth.signedIn"))
    }

    @Test func `a code by e-mail`() async throws {
        let world = try await World.withFactors(.optional, [.email])
        let app = try await Self.app(world, email: .preferred)
        guard case .confirmSignInWithOTP(let details) = try await Self.signIn(app) else {
            Issue.record("There was another step.")
            return
        }
        #expect(details.destination == .email("a***@e***"))
        await Self.expectWrong(app)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: world.code(to: World.email)).isSignedIn)
    }

    @Test func `a TOTP app, from its set-up to a sign-in`() async throws {
        let world = try await World.withFactors(.optional, [.totp])
        let app = try world.app(.userPoolOnly)
        _ = try await Self.signIn(app)
        let none = try await app.plugin.fetchMFAPreference()
        #expect(none.enabled == nil && none.preferred == nil)
        let details = try await app.plugin.setUpTOTP()
        #expect(details.username == "ada")
        #expect(try details.getSetupURI(appName: "Test").absoluteString.contains(details.sharedSecret))
        let refused = await failure { try await app.plugin.verifyTOTPSetup(code: "000000") }
        #expect(refused?.cause == .softwareTokenMFANotEnabled && refused?.errorDescription == "Code mismatch")
        #expect(refused?.recoverySuggestion.contains("clock") == true)
        let options = VerifyTOTPSetupRequest.Options(pluginOptions: VerifyTOTPSetupOptions(friendlyDeviceName: "phone"))
        try await app.plugin.verifyTOTPSetup(code: world.appCode(details.sharedSecret), options: options)
        try await app.plugin.updateMFAPreference(totp: .preferred)
        let preference = try await app.plugin.fetchMFAPreference()
        #expect(preference.enabled == [.totp] && preference.preferred == .totp)
        _ = try await app.signOut()
        #expect(try await Self.signIn(app) == .confirmSignInWithTOTPCode)
        let wrong = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "000000") }
        #expect(wrong?.cause == .codeMismatch && wrong?.errorDescription == "Invalid code received for user")
        #expect(wrong?.recoverySuggestion.contains("clock") == true)
        let code = world.appCode(details.sharedSecret)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: code).isSignedIn)
    }

    @Test(arguments: [MFAType.sms, .email])
    func `the choice between factors`(factor: MFAType) async throws {
        let world = try await World.withFactors(.optional, [.sms, .email])
        let app = try await Self.app(world, sms: .enabled, email: .enabled)
        #expect(try await Self.signIn(app) == .continueSignInWithMFASelection([.sms, .email]))
        let garbage = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "carrier pigeon") }
        #expect(garbage?.field == "challengeResponse")
        let next = try await app.plugin.confirmSignIn(challengeResponse: factor.challengeResponse).nextStep
        if factor == .sms {
            guard case .confirmSignInWithSMSMFACode = next else {
                Issue.record("\(next)")
                return
            }
        } else {
            guard case .confirmSignInWithOTP = next else {
                Issue.record("\(next)")
                return
            }
        }
        await Self.expectWrong(app)
        let code = world.code(to: factor == .sms ? World.phone : World.email)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: code).isSignedIn)
    }

    @Test func `a preference changes only the factors that it names`() async throws {
        let world = try await World.withFactors(.optional, [.sms, .email])
        let app = try world.app(.userPoolOnly)
        _ = try await Self.signIn(app)
        try await app.plugin.updateMFAPreference(sms: .preferred, email: .enabled)
        var preference = try await app.plugin.fetchMFAPreference()
        #expect(preference.enabled == [.sms, .email] && preference.preferred == .sms)
        try await app.plugin.updateMFAPreference(sms: .enabled)
        #expect(try await app.plugin.fetchMFAPreference().preferred == .sms)
        try await app.plugin.updateMFAPreference(sms: .notPreferred)
        preference = try await app.plugin.fetchMFAPreference()
        #expect(preference.enabled == [.sms, .email] && preference.preferred == nil)
        try await app.plugin.updateMFAPreference(sms: .disabled, email: .disabled)
        #expect(try await app.plugin.fetchMFAPreference().enabled == nil)
    }
}
