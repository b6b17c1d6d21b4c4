// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import CognitoAdminShapes
import GatehouseTesting
import Testing

/// The steps at which a sign-in waits for a person, each with a world in which it is met.
enum PendingStep: CaseIterable {
    case smsCode, appCode, mailCode, secondFactorChoice, setupChoice, appSetup, mailSetup
    case firstFactorChoice, password, firstFactorCode, newPassword, riddle

    func world() async throws -> World {
        switch self {
        case .smsCode: try await World.withFactors(.on, [.sms])
        case .mailCode: try await World.withFactors(.on, [.email])
        case .appCode, .secondFactorChoice:
            try await World.withFactors(.optional, self == .appCode ? [.totp] : [.totp, .sms])
        case .setupChoice: try await withGrace([.totp, .email])
        case .appSetup: try await withGrace([.totp])
        case .mailSetup: try await withGrace([.email])
        case .firstFactorChoice, .password, .firstFactorCode: try await World.passwordless()
        case .newPassword: try await withNewcomer()
        case .riddle: try await World.with(PoolFunctions())
        }
    }

    /// A world that requires a second factor, with a user without an address or number for codes.
    private func withGrace(_ factors: Set<World.Factor>) async throws -> World {
        let world = try await World.withFactors(.on, factors)
        try await world.gatehouse.makeUser("grace", password: World.password, inPool: world.pool)
        return world
    }

    private func withNewcomer() async throws -> World {
        let world = try await World()
        try await world.makeTemporaryUser("ada", password: World.password)
        return world
    }

    private var user: String {
        switch self {
        case .setupChoice, .appSetup, .mailSetup: "grace"
        default: "ada"
        }
    }

    private var flow: AuthFlowType {
        switch self {
        case .firstFactorChoice, .password: .userAuth(preferredFirstFactor: nil)
        case .firstFactorCode: .userAuth(preferredFirstFactor: .emailOTP)
        case .riddle: .customWithoutSRP
        default: .userPassword
        }
    }

    /// Sets up a user with TOTP: an app, and the choice of both factors where there are two.
    ///
    /// - Returns: the TOTP secret.
    func prepare(_ world: World) async throws -> String {
        guard self == .appCode || self == .secondFactorChoice else { return "" }
        let app = try world.app(.userPoolOnly)
        _ = try await app.plugin.signIn(username: user, password: World.password)
        let secret = try await app.plugin.setUpTOTP().sharedSecret
        try await app.plugin.verifyTOTPSetup(code: world.appCode(secret), options: nil)
        let isChoice = self == .secondFactorChoice
        try await app.plugin.updateMFAPreference(sms: isChoice ? .enabled : nil, totp: .enabled)
        return secret
    }

    /// Signs in as far as the step.
    func reach(_ app: TestApp, resumes: Bool = false) async throws -> AuthSignInStep {
        let extra = AWSAuthSignInOptions(authFlowType: flow, resumesAfterRestart: resumes)
        let options = AuthSignInRequest.Options(pluginOptions: extra)
        let result = try await app.plugin.signIn(username: user, password: World.password, options: options)
        guard self == .password else { return result.nextStep }
        return try await app.plugin.confirmSignIn(challengeResponse: "PASSWORD").nextStep
    }

    /// Answers one step after another to the end.
    func finish(_ app: TestApp, _ world: World, _ first: AuthSignInStep, secret: String) async throws {
        var step = first
        for _ in 1...6 where step != .done {
            step = try await app.plugin.confirmSignIn(challengeResponse: answer(step, world, secret)).nextStep
        }
        #expect(step == .done)
    }

    private func answer(_ step: AuthSignInStep, _ world: World, _ secret: String) -> String {
        switch step {
        case .confirmSignInWithSMSMFACode: world.code(to: World.phone)
        case .confirmSignInWithOTP: world.code(to: user == "ada" ? World.email : "grace@example.com")
        case .confirmSignInWithTOTPCode: world.appCode(secret)
        case .continueSignInWithTOTPSetup(let details): world.appCode(details.sharedSecret)
        case .continueSignInWithEmailMFASetup: "grace@example.com"
        case .continueSignInWithMFASelection, .continueSignInWithMFASetupSelection: MFAType.totp.challengeResponse
        case .continueSignInWithFirstFactorSelection: "EMAIL_OTP"
        case .confirmSignInWithCustomChallenge: "owl"
        case .confirmSignInWithNewPassword: World.password + "2"
        default: World.password
        }
    }
}
