// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseTesting
import Testing

/// Passkeys on the real server, made by the software authenticator.
@Suite(.timeLimit(.minutes(15))) struct PasskeyTests {
    private static func signIn(_ app: TestApp, _ factor: AuthFactorType?) async throws -> AuthSignInStep {
        let extra = AWSAuthSignInOptions(authFlowType: .userAuth(preferredFirstFactor: factor))
        return try await app.plugin.signIn(
            username: "ada",
            password: World.password,
            options: AuthSignInRequest.Options(pluginOptions: extra)
        ).nextStep
    }

    @Test func `a passkey is made, signs in without a question, and is deleted`() async throws {
        let world = try await World.withPasskeys()
        let app = try world.app(.userPoolOnly, passkeys: .software)
        _ = try await Self.signIn(app, .password)
        try await app.plugin.associateWebAuthnCredential()
        let passkeys = try await app.plugin.listWebAuthnCredentials().credentials
        let passkey = try #require(passkeys.first as? AWSCognitoWebAuthnCredential)
        #expect(passkeys.count == 1 && passkey.relyingPartyId == "example.com")
        #expect(passkey.createdAt == world.gatehouse.clock.now)
        #expect(await failure { try await app.plugin.associateWebAuthnCredential() } == .anyService)
        _ = try await app.signOut()
        #expect(try await Self.signIn(app, .webAuthn) == .done)
        _ = try await app.signOut()
        let choice = try await Self.signIn(app, nil)
        #expect(choice == .continueSignInWithFirstFactorSelection([.password, .passwordSRP, .webAuthn]))
        let answer = AuthFactorType.webAuthn.challengeResponse
        #expect(try await app.plugin.confirmSignIn(challengeResponse: answer).isSignedIn)
        try await app.plugin.deleteWebAuthnCredential(credentialId: passkey.credentialId)
        #expect(try await app.plugin.listWebAuthnCredentials().credentials.isEmpty)
        _ = try await app.signOut()
        guard case .continueSignInWithFirstFactorSelection = try await Self.signIn(app, .webAuthn) else {
            Issue.record("There was another step.")
            return
        }
    }

    @Test func `a user who cancels may be asked for the passkey again`() async throws {
        let world = try await World.withPasskeys()
        let authenticator = ReluctantAuthenticator(AppSoftwareAuthenticator())
        let app = try world.app(.userPoolOnly, passkeys: .authenticator(authenticator))
        _ = try await Self.signIn(app, .password)
        authenticator.cancel(true)
        #expect(await failure { try await app.plugin.associateWebAuthnCredential() }?.cause == .userCancelled)
        authenticator.cancel(false)
        try await app.plugin.associateWebAuthnCredential()
        _ = try await app.signOut()
        authenticator.cancel(true)
        #expect(await failure { _ = try await Self.signIn(app, .webAuthn) }?.cause == .userCancelled)
        let answer = AuthFactorType.webAuthn.challengeResponse
        let still = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: answer) }
        #expect(still?.cause == .userCancelled)
        authenticator.cancel(false)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: answer).isSignedIn)
    }
}
