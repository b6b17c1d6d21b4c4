// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AutoSignInTests {
    @Test(arguments: [false, true])
    func `autoSignIn after a confirmed sign-up needs no password`(withSecret: Bool) async throws {
        let world = try await World(withSecret: withSecret)
        let app = try world.app()
        let confirmed = try await Self.complete("ada", app, world)
        guard case .completeAutoSignIn(let session) = confirmed.nextStep else {
            Issue.record("The step is \(confirmed.nextStep)")
            return
        }
        #expect(confirmed.isSignUpComplete && confirmed.userID == nil)
        app.network.forget()
        app.events.clear()
        let result = try await app.plugin.autoSignIn()
        #expect(result.isSignedIn)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        let request = app.network.inputs[0]
        #expect(app.network.operations.first == "InitiateAuth")
        #expect(request["AuthFlow"] == "USER_AUTH" && request["Session"] == .string(session))
        #expect(request["AuthParameters"]?["USERNAME"] == "ada" && request["AuthParameters"]?["PASSWORD"] == nil)
        #expect((request["AuthParameters"]?["SECRET_HASH"] != nil) == withSecret)
        #expect(app.events.names == ["Auth.autoSignInAPI"])
        #expect(app.events.data(of: "Auth.autoSignInAPI") is Result<AuthSignInResult, AuthError>)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }

    @Test func `a wrong code, then the right one, still leads there`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.signUp("ada", app)
        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        let wrong = code == "000000" ? "000001" : "000000"
        _ = await failure { _ = try await app.plugin.confirmSignUp(for: "ada", confirmationCode: wrong) }
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
        _ = try await app.plugin.confirmSignUp(for: "ada", confirmationCode: code)
        #expect(try await app.plugin.autoSignIn().isSignedIn)
    }

    @Test func `only a sign-up that this process has completed can be followed`() async throws {
        let world = try await World()
        let app = try world.app()
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
        _ = try await Self.signUp("ada", app)
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
        let restarted = try world.app()
        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        let confirmed = try await restarted.plugin.confirmSignUp(for: "ada", confirmationCode: code)
        guard case .done = confirmed.nextStep else {
            Issue.record("The step is \(confirmed.nextStep)")
            return
        }
        for app in [app, restarted] {
            app.network.forget()
            #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
            #expect(app.network.operations.isEmpty)
        }
    }

    @Test func `autoSignIn is refused while a user is signed in`() async throws {
        let world = try await World()
        let app = try await world.signedInApp("grace")
        _ = try await Self.complete("ada", app, world)
        app.network.forget()
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
        #expect(app.network.operations.isEmpty)
        #expect(try await app.plugin.getCurrentUser().username == "grace")
    }

    @Test func `after a sign-out the service says whether the sign-up still counts`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.complete("ada", app, world)
        _ = try await app.signOut()
        #expect(try await app.plugin.autoSignIn().isSignedIn)
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
        _ = try await app.signOut()
        app.network.forget()
        // The service accepts the session of a sign-up once.
        for _ in 1...2 {
            #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyNotAuthorized)
        }
        #expect(app.network.operations == ["InitiateAuth", "InitiateAuth"])
    }

    @Test func `a deleted account is not signed in again`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.complete("ada", app, world)
        _ = try await app.plugin.autoSignIn()
        try await app.plugin.deleteUser()
        app.network.forget()
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyInvalidState)
        #expect(app.network.operations.isEmpty)
    }

    @Test func `a sign-up that is too old is refused`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.complete("ada", app, world)
        world.gatehouse.clock.advance(by: 180)
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyNotAuthorized)
        #expect(try await app.plugin.signIn(username: "ada", password: World.password).isSignedIn)
    }

    @Test func `offline it can be tried again`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.complete("ada", app, world)
        app.network.fail(.unreachable)
        #expect(await failure { _ = try await app.plugin.autoSignIn() }?.cause == .network)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        app.network.fail(nil)
        #expect(try await app.plugin.autoSignIn().isSignedIn)
    }

    @Test func `a session string whose use is in doubt is not shown a second time`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.complete("ada", app, world)
        app.network.forget()
        app.network.fail(.connectionLost)
        #expect(await failure { _ = try await app.plugin.autoSignIn() }?.cause == .network)
        #expect(app.network.operations == ["InitiateAuth"])
    }

    @Test(arguments: ["UserNotConfirmedException", "PasswordResetRequiredException"])
    func `an account that cannot sign in yet is an error here`(exception: String) async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.complete("ada", app, world)
        let body = #"{"__type":"\#(exception)","message":"m"}"#
        app.network.answer(TransportResponse(status: 400, body: .init(body.utf8)))
        let refused = await failure { _ = try await app.plugin.autoSignIn() }
        #expect(refused?.cause == .userNotConfirmed || refused?.cause == .passwordResetRequired)
    }

    @Test func `a sign-in that waits for an answer is abandoned`() async throws {
        let world = try await World()
        try await world.makeTemporaryUser("grace", password: "Temporary-1")
        let app = try world.app()
        _ = try await app.plugin.signIn(username: "grace", password: "Temporary-1")
        _ = try await Self.complete("ada", app, world)
        #expect(try await app.plugin.autoSignIn().isSignedIn)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
    }

    @Test func `without a user pool, or before configuration, it is a matter of configuration`() async throws {
        let app = try await World().app(.identityPoolOnly)
        #expect(await failure { _ = try await app.plugin.autoSignIn() } == .anyConfiguration)
        let bare = TestApp(network: TestNetwork(nil))
        #expect(await failure { _ = try await bare.plugin.autoSignIn() } == .anyConfiguration)
    }

    private static func signUp(_ name: String, _ app: TestApp) async throws -> AuthSignUpResult {
        let email = AuthUserAttribute(.email, value: "\(name)@example.com")
        return try await app.plugin.signUp(
            username: name,
            password: World.password,
            options: AuthSignUpRequest.Options(userAttributes: [email])
        )
    }

    private static func complete(_ name: String, _ app: TestApp, _ world: World) async throws -> AuthSignUpResult {
        _ = try await signUp(name, app)
        let code = try #require(world.gatehouse.messages(to: "\(name)@example.com").first?.code)
        return try await app.plugin.confirmSignUp(for: name, confirmationCode: code)
    }
}
