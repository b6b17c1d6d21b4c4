// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import CognitoAdminShapes
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Sign-ins in which a second factor must be set up, on the real server.
@Suite(.hangLimit) struct MFASetupTests {
    private static func signIn(_ app: TestApp) async throws -> AuthSignInStep {
        try await app.plugin.signIn(username: "ada", password: World.password).nextStep
    }

    private static func setup(_ step: AuthSignInStep) -> TOTPSetupDetails? {
        if case .continueSignInWithTOTPSetup(let details) = step { details } else { nil }
    }

    @Test func `a TOTP app`() async throws {
        let world = try await World.withFactors(.on, [.totp])
        let app = try world.app(.userPoolOnly)
        let details = try #require(Self.setup(try await Self.signIn(app)))
        let refused = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "000000") }
        #expect(refused?.cause == .softwareTokenMFANotEnabled && refused?.errorDescription == "Code mismatch")
        #expect(refused?.recoverySuggestion.contains("clock") == true)
        let extra = AWSAuthConfirmSignInOptions(friendlyDeviceName: "phone")
        let result = try await app.plugin.confirmSignIn(
            challengeResponse: world.appCode(details.sharedSecret),
            options: AuthConfirmSignInRequest.Options(pluginOptions: extra)
        )
        #expect(result.isSignedIn)
        _ = try await app.signOut()
        #expect(try await Self.signIn(app) == .confirmSignInWithTOTPCode)
        let code = world.appCode(details.sharedSecret)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: code).isSignedIn)
    }

    /// A world that requires a second factor, with a user without an address or number for codes.
    private static func bareWorld(_ factors: Set<World.Factor>) async throws -> World {
        let world = try await World.withFactors(.on, factors)
        try await world.gatehouse.makeUser("grace", password: World.password, inPool: world.pool)
        return world
    }

    @Test func `the choice of a TOTP app`() async throws {
        let world = try await Self.bareWorld([.totp, .email])
        let app = try world.app(.userPoolOnly)
        let first = try await app.plugin.signIn(username: "grace", password: World.password).nextStep
        #expect(first == .continueSignInWithMFASetupSelection([.totp, .email]))
        let garbage = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "PIGEON") }
        #expect(garbage?.field == "challengeResponse")
        let step = try await app.plugin.confirmSignIn(challengeResponse: MFAType.totp.challengeResponse).nextStep
        let details = try #require(Self.setup(step))
        let code = world.appCode(details.sharedSecret)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: code).isSignedIn)
    }

    @Test(arguments: [true, false])
    func `an address for codes by e-mail`(isChosen: Bool) async throws {
        let world = try await Self.bareWorld(isChosen ? [.totp, .email] : [.email])
        let app = try world.app(.userPoolOnly)
        var step = try await app.plugin.signIn(username: "grace", password: World.password).nextStep
        if isChosen {
            step = try await app.plugin.confirmSignIn(challengeResponse: MFAType.email.challengeResponse).nextStep
        }
        #expect(step == .continueSignInWithEmailMFASetup)
        step = try await app.plugin.confirmSignIn(challengeResponse: "grace@example.com").nextStep
        guard case .confirmSignInWithOTP(let details) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(details.destination == .email("g***@e***"))
        let code = world.code(to: "grace@example.com")
        #expect(try await app.plugin.confirmSignIn(challengeResponse: code).isSignedIn)
    }
}
