// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

@Suite struct HubEventTests {
    @Test func `each call sends its event with its result, and then what became of the user`() async throws {
        let world = try await World()
        let app = try world.app()
        let signUp = try await app.plugin.signUp(
            username: "ada",
            password: World.password,
            options: AuthSignUpRequest.Options(userAttributes: [AuthUserAttribute(.email, value: "ada@example.com")])
        )
        #expect(app.events.names == ["Auth.signUpAPI"])
        let signedUp = app.events.data(of: "Auth.signUpAPI") as? Result<AuthSignUpResult, AuthError>
        #expect(signedUp?.value?.userID == signUp.userID)

        _ = try await app.plugin.resendSignUpCode(for: "ada")
        #expect(app.events.data(of: "Auth.resendSignUpCodeAPI") is Result<AuthCodeDeliveryDetails, AuthError>)

        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        _ = try await app.plugin.confirmSignUp(for: "ada", confirmationCode: code)
        #expect(app.events.data(of: "Auth.confirmSignUpAPI") is Result<AuthSignUpResult, AuthError>)

        app.events.clear()
        _ = try await app.plugin.signIn(username: "ada", password: World.password)
        #expect(app.events.names == ["Auth.signInAPI", "Auth.signedIn"])
        let signedIn = app.events.data(of: "Auth.signInAPI") as? Result<AuthSignInResult, AuthError>
        #expect(signedIn?.value?.isSignedIn == true)
        #expect(app.events.data(of: "Auth.signedIn") == nil)

        app.events.clear()
        _ = try await app.session()
        #expect(app.events.names == ["Auth.fetchSessionAPI"])
        let session = app.events.data(of: "Auth.fetchSessionAPI") as? Result<any AuthSession, AuthError>
        #expect(session?.value is AWSAuthCognitoSession)

        app.events.clear()
        _ = try await app.plugin.getCurrentUser()
        #expect(app.events.names.isEmpty)

        try await app.plugin.deleteUser()
        #expect(app.events.names == ["Auth.deleteUserAPI", "Auth.userDeleted"])
        #expect(app.events.data(of: "Auth.deleteUserAPI") is Result<Void, AuthError>)
    }

    @Test func `a plugin that was configured says so, and calls can be made`() async throws {
        let world = try await World()
        let app = TestApp(network: TestNetwork(world.gatehouse.transport))
        try app.plugin.configure(using: world.configuration(.both))
        #expect(app.events.names == ["InternalConfigureAuth"])
        let result = app.events.data(of: "InternalConfigureAuth") as? Result<Void, AuthError>
        #expect(result?.value != nil)
        #expect(throws: AuthError.self) { try app.plugin.configure(using: JSONValue.object([:])) }
        #expect(app.events.names.count == 1)
    }

    @Test func `a failed call sends its event with the error and nothing else`() async throws {
        let app = try await World().app()
        _ = await failure { _ = try await app.plugin.signIn(username: "", password: "") }
        #expect(app.events.names == ["Auth.signInAPI"])
        let result = app.events.data(of: "Auth.signInAPI") as? Result<AuthSignInResult, AuthError>
        #expect(result?.error?.field == "username")
    }

    @Test func `a challenge is no sign-in, its answer is`() async throws {
        let world = try await World()
        try await world.makeTemporaryUser("ada", password: "Temporary-1")
        let app = try world.app()
        _ = try await app.plugin.signIn(username: "ada", password: "Temporary-1")
        #expect(app.events.names == ["Auth.signInAPI"])
        app.events.clear()
        _ = try await app.plugin.confirmSignIn(challengeResponse: World.password)
        #expect(app.events.names == ["Auth.confirmSignInAPI", "Auth.signedIn"])
    }

    @Test func `a sign-out is announced even without a signed-in user, but not twice in a row`() async throws {
        let app = try await World().app()
        _ = try await app.signOut()
        _ = try await app.signOut()
        #expect(app.events.names == ["Auth.signOutAPI", "Auth.signedOut", "Auth.signOutAPI"])
        #expect(app.events.data(of: "Auth.signOutAPI") is AWSCognitoSignOutResult)
        #expect(app.events.payload("Auth.signedOut")?.context == nil)
    }

    @Test(arguments: [
        (HubPayload.EventName.Auth.signInAPI, "signInAPI"), (HubPayload.EventName.Auth.setUpTOTPAPI, "setUpTOTPAPI"),
        (HubPayload.EventName.Auth.confirmUserAttributesAPI, "confirmUserAttributesAPI"),
        (HubPayload.EventName.Auth.updateMFAPreferenceAPI, "updateMFAPreferenceAPI"),
        (HubPayload.EventName.Auth.federateToIdentityPoolAPI, "federatedToIdentityPool"),
        (HubPayload.EventName.Auth.clearedFederationToIdentityPoolAPI, "federationToIdentityPoolCleared"),
    ])
    func `an event has its name in the channel`(name: String, suffix: String) {
        #expect(name == "Auth.\(suffix)")
    }
}
