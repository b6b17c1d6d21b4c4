// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import CognitoAdminShapes
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Passkeys on the real server, made by the software authenticator.
@Suite(.hangLimit) struct PasskeyTests {
    private static func signIn(
        _ app: TestApp,
        _ factor: AuthFactorType?,
        as name: String = "ada"
    ) async throws -> AuthSignInStep {
        let extra = AWSAuthSignInOptions(authFlowType: .userAuth(preferredFirstFactor: factor))
        return try await app.plugin.signIn(
            username: name,
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

    @Test func `the system's passkeys are offered only to a user who has made one here`() async throws {
        let world = try await World.withPasskeys()
        let store = InMemoryCredentialStore()
        let app = try world.app(.userPoolOnly, store: store, passkeys: .platform)
        let other = try world.app(.userPoolOnly, passkeys: .platform)
        let choice = AuthSignInStep.continueSignInWithFirstFactorSelection([.password, .passwordSRP])
        _ = try await Self.signIn(app, .password)
        // The sign-in stored no list of passkeys.
        #expect(try store.keys(startingWith: "").filter { $0.hasSuffix("passkeys") }.isEmpty)
        try await app.plugin.associateWebAuthnCredential()
        _ = try await app.signOut()
        // The pool knows the passkey, which is in another app's store.
        #expect(try await Self.signIn(other, nil) == choice)
        let answer = AuthFactorType.webAuthn.challengeResponse
        let refused = await failure { _ = try await other.plugin.confirmSignIn(challengeResponse: answer) }
        #expect(refused == .anyService)
        let offered = AuthSignInStep.continueSignInWithFirstFactorSelection([.password, .passwordSRP, .webAuthn])
        #expect(try await Self.signIn(app, nil) == offered)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: answer).isSignedIn)
    }

    @Test func `a passkey is offered under the alias with which its user had signed in`() async throws {
        let world = try await World.withPasskeys(aliases: [.email])
        let app = try world.app(.userPoolOnly, passkeys: .platform)
        _ = try await Self.signIn(app, .password, as: World.email)
        try await app.plugin.associateWebAuthnCredential()
        for name in [World.email, "ada"] {
            _ = try await app.signOut()
            guard case .continueSignInWithFirstFactorSelection(let factors) = try await Self.signIn(app, nil, as: name)
            else {
                Issue.record("\(name) met another step.")
                return
            }
            #expect(factors.contains(.webAuthn))
        }
    }

    @Test func `without passkeys none is offered or made`() async throws {
        let world = try await World.withPasskeys()
        let made = try world.app(.userPoolOnly, passkeys: .platform)
        _ = try await Self.signIn(made, .password)
        try await made.plugin.associateWebAuthnCredential()
        let app = try world.app(.userPoolOnly, passkeys: .none)
        let choice = AuthSignInStep.continueSignInWithFirstFactorSelection([.password, .passwordSRP])
        #expect(try await Self.signIn(app, nil) == choice)
        #expect(await failure { _ = try await Self.signIn(app, .webAuthn) }?.cause == .webAuthnNotSupported)
        _ = try await Self.signIn(app, .password)
        #expect(await failure { try await app.plugin.associateWebAuthnCredential() }?.cause == .webAuthnNotSupported)
    }

    @Test func `an authenticator receives the window that the call names`() async throws {
        let world = try await World.withPasskeys()
        let authenticator = WindowWatch(AppSoftwareAuthenticator())
        let app = try world.app(.userPoolOnly, passkeys: .authenticator(authenticator))
        _ = try await Self.signIn(app, .password)
        let windows = (0..<3).map { _ in AuthUIPresentationAnchor() }
        try await app.plugin.associateWebAuthnCredential(presentationAnchor: windows[0])
        _ = try await app.signOut()
        let extra = AWSAuthSignInOptions(authFlowType: .userAuth(preferredFirstFactor: .webAuthn))
        let options = AuthSignInRequest.Options(presentationAnchorForWebAuthn: windows[1], pluginOptions: extra)
        _ = try await app.plugin.signIn(username: "ada", options: options)
        _ = try await app.signOut()
        _ = try await Self.signIn(app, nil)
        _ = try await app.plugin.confirmSignIn(
            challengeResponse: AuthFactorType.webAuthn.challengeResponse,
            options: AuthConfirmSignInRequest.Options(presentationAnchorForWebAuthn: windows[2])
        )
        #expect(authenticator.windows.map(ObjectIdentifier.init) == windows.map(ObjectIdentifier.init))
    }

    @Test func `a user who cancels a passkey dialogue can use the passkey in a second attempt`() async throws {
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
