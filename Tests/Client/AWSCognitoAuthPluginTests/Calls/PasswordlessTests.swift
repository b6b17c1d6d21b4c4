// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Sign-ins in which the first factor is chosen, on the real server.
@Suite(.hangLimit) struct PasswordlessTests {
    private static func signIn(
        _ app: TestApp,
        _ factor: AuthFactorType?,
        password: String? = nil
    ) async throws -> AuthSignInStep {
        let extra = AWSAuthSignInOptions(authFlowType: .userAuth(preferredFirstFactor: factor))
        return try await app.plugin.signIn(
            username: "ada",
            password: password,
            options: AuthSignInRequest.Options(pluginOptions: extra)
        ).nextStep
    }

    private static func recipient(_ factor: AuthFactorType) -> String {
        factor == .smsOTP ? World.phone : World.email
    }

    @Test(arguments: [AuthFactorType.smsOTP, .emailOTP], [true, false])
    func `a code alone signs in`(factor: AuthFactorType, isPreferred: Bool) async throws {
        let world = try await World.passwordless()
        let app = try world.app(.userPoolOnly)
        var step = try await Self.signIn(app, isPreferred ? factor : nil)
        if !isPreferred {
            #expect(
                step == .continueSignInWithFirstFactorSelection([.password, .passwordSRP, .smsOTP, .emailOTP]))
            step = try await app.plugin.confirmSignIn(challengeResponse: factor.challengeResponse).nextStep
        }
        guard case .confirmSignInWithOTP(let details) = step else {
            Issue.record("\(step)")
            return
        }
        let destination = factor == .smsOTP ? DeliveryDestination.sms("+*******0123") : .email("a***@e***")
        #expect(details.destination == destination)
        let wrong = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "00000000") }
        #expect(wrong?.cause == .codeMismatch)
        let code = world.code(to: Self.recipient(factor))
        #expect(try await app.plugin.confirmSignIn(challengeResponse: code).isSignedIn)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
    }

    @Test(arguments: [AuthFactorType.password, .passwordSRP])
    func `a preferred password signs in at once, a chosen one when it is given`(factor: AuthFactorType) async throws {
        let world = try await World.passwordless()
        let app = try world.app(.userPoolOnly)
        #expect(try await Self.signIn(app, factor, password: World.password) == .done)
        _ = try await app.signOut()
        _ = try await Self.signIn(app, nil)
        let step = try await app.plugin.confirmSignIn(challengeResponse: factor.challengeResponse).nextStep
        #expect(step == .confirmSignInWithPassword)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: World.password).isSignedIn)
    }

    @Test(arguments: [AuthFactorType.password, .passwordSRP])
    func `a wrong password ends a sign-in in which it was chosen`(factor: AuthFactorType) async throws {
        let world = try await World.passwordless()
        let app = try world.app(.userPoolOnly)
        _ = try await Self.signIn(app, nil)
        _ = try await app.plugin.confirmSignIn(challengeResponse: factor.challengeResponse)
        let wrong = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "Wrong-Horse-2") }
        #expect(wrong == .anyNotAuthorized)
        let over = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: World.password) }
        #expect(over == .anyInvalidState)
        #expect(try await Self.signIn(app, factor, password: World.password) == .done)
    }

    @Test func `an app without an authenticator cannot prefer a passkey`() async throws {
        let app = try await World.passwordless().app(.userPoolOnly)
        let refusal = await failure { _ = try await Self.signIn(app, .webAuthn) }
        #expect(refusal?.cause == .webAuthnNotSupported)
        #expect(try await Self.signIn(app, .passwordSRP, password: World.password) == .done)
    }
}
