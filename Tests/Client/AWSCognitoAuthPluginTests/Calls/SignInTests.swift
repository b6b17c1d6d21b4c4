// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

@Suite struct SignInTests {
    @Test(arguments: [AuthFlowType.userSRP, .userPassword], [false, true])
    func `the right password signs in, in both flows, with and without a client secret`(
        flow: AuthFlowType,
        withSecret: Bool
    ) async throws {
        let world = try await World(withSecret: withSecret)
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app()
        let result = try await app.plugin.signIn(
            username: "ada",
            password: World.password,
            options: AuthSignInRequest.Options(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
        )
        #expect(result.isSignedIn)
        let user = try await app.plugin.getCurrentUser()
        #expect(user.username == "ada")
        #expect(try await app.session().userSubResult.value == user.userId)
    }

    @Test(arguments: [AuthFlowType.userSRP, .userPassword])
    func `a wrong password is refused and no user is signed in`(
        flow: AuthFlowType
    ) async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app()
        let options = AuthSignInRequest.Options(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
        let refused = await failure {
            _ = try await app.plugin.signIn(username: "ada", password: "Wrong-Horse-1", options: options)
        }
        #expect(refused == .anyNotAuthorized)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        #expect(try await app.plugin.signIn(username: "ada", password: World.password).isSignedIn)
    }

    @Test func `an unconfirmed user gets the next step confirmSignUp`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await app.plugin.signUp(
            username: "ada",
            password: World.password,
            options: AuthSignUpRequest.Options(userAttributes: [AuthUserAttribute(.email, value: "ada@example.com")])
        )
        let result = try await app.plugin.signIn(username: "ada", password: World.password)
        #expect(result.nextStep == .confirmSignUp(nil))
        #expect(!result.isSignedIn)
    }

    @Test func `a temporary password is replaced, together with attributes`() async throws {
        let world = try await World()
        try await world.makeTemporaryUser("ada", password: "Temporary-1")
        let app = try world.app()
        let first = try await app.plugin.signIn(username: "ada", password: "Temporary-1")
        guard case .confirmSignInWithNewPassword = first.nextStep else {
            Issue.record("The step is \(first.nextStep)")
            return
        }
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anyInvalidState)

        let weak = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "weak") }
        #expect(weak?.cause == .invalidPassword || weak?.cause == .invalidParameter)

        let extra = AWSAuthConfirmSignInOptions(userAttributes: [AuthUserAttribute(.name, value: "Ada")])
        let done = try await app.plugin.confirmSignIn(
            challengeResponse: World.password,
            options: AuthConfirmSignInRequest.Options(pluginOptions: extra)
        )
        #expect(done.isSignedIn)
        #expect(try await world.attribute("name", of: "ada") == "Ada")
    }

    @Test func `there is nothing to confirm without a sign-in`() async throws {
        let app = try await World().app()
        let refused = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "123456") }
        #expect(refused == .anyInvalidState)
    }

    @Test func `confirming when signed in is done at once`() async throws {
        let app = try await World().signedInApp()
        app.network.forget()
        #expect(try await app.plugin.confirmSignIn(challengeResponse: "123456").isSignedIn)
        #expect(app.network.operations.isEmpty)
    }

    @Test func `a second sign-in is refused while a user is signed in`() async throws {
        let app = try await World().signedInApp()
        app.network.forget()
        let refused = await failure { _ = try await app.plugin.signIn(username: "ada", password: World.password) }
        #expect(refused == .anyInvalidState)
        #expect(app.network.operations.isEmpty)
    }

    @Test func `a sign-in without a user pool is refused`() async throws {
        let app = try await World().app(.identityPoolOnly)
        let refused = await failure { _ = try await app.plugin.signIn(username: "ada", password: World.password) }
        #expect(refused == .anyConfiguration)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anyConfiguration)
    }

    @Test(
        arguments: [
            (AuthFlowType.userAuth, "User does not exist."),
            (.customWithSRP, "Custom auth lambda trigger is not configured for the user pool."),
            (.customWithoutSRP, "Custom auth lambda trigger is not configured for the user pool."),
        ])
    func `each flow is sent to the service, and its refusal is reported`(
        flow: AuthFlowType, refusal: String
    ) async throws {
        let app = try await World().app()
        let options = AuthSignInRequest.Options(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
        let refused = await failure {
            _ = try await app.plugin.signIn(username: "ada", password: World.password, options: options)
        }
        #expect(refused?.errorDescription == refusal)
    }

    @Test func `before configuration every call says what is missing`() async throws {
        let app = TestApp(network: TestNetwork(nil))
        #expect(await failure { _ = try await app.plugin.signIn(username: "a", password: "b") } == .anyConfiguration)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anyConfiguration)
        #expect(try await app.session().userPoolTokensResult.error == .anyConfiguration)
        guard case .failed(.configuration) = try await app.signOut() else {
            Issue.record("The sign-out did not fail")
            return
        }
    }
}
