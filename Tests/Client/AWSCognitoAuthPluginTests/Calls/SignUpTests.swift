// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

@Suite struct SignUpTests {
    @Test(arguments: [false, true])
    func `a user can sign up, confirm, sign in and delete the account`(withSecret: Bool) async throws {
        let world = try await World(withSecret: withSecret)
        let app = try world.app()

        let signUp = try await Self.signUp("ada", app)
        #expect(!signUp.isSignUpComplete)
        guard case .confirmUser(let delivery, _, let sub) = signUp.nextStep else {
            Issue.record("The step is \(signUp.nextStep)")
            return
        }
        #expect(delivery?.attributeKey == .email)
        #expect(sub == signUp.userID && sub != nil)

        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        let confirmed = try await app.plugin.confirmSignUp(for: "ada", confirmationCode: code)
        #expect(confirmed.isSignUpComplete)

        let signIn = try await app.plugin.signIn(username: "ada", password: World.password)
        #expect(signIn.isSignedIn)
        let session = try await app.session()
        #expect(session.userSubResult.value == sub)
        #expect(session.identityIdResult.value?.hasPrefix("us-east-1:") == true)

        try await app.plugin.deleteUser()
        let gone = await failure { _ = try await app.plugin.signIn(username: "ada", password: World.password) }
        #expect(gone != nil)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
    }

    @Test func `a wrong code is refused, and the right one works after it`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.signUp("ada", app)
        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        let wrong = code == "000000" ? "000001" : "000000"
        let refused = await failure { _ = try await app.plugin.confirmSignUp(for: "ada", confirmationCode: wrong) }
        #expect(refused?.cause == .codeMismatch)
        #expect(try await app.plugin.confirmSignUp(for: "ada", confirmationCode: code).isSignUpComplete)
    }

    @Test func `a code is sent again on request`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.signUp("ada", app)
        let delivery = try await app.plugin.resendSignUpCode(for: "ada")
        #expect(delivery.attributeKey == .email)
        guard case .email(let destination) = delivery.destination else {
            Issue.record("The destination is \(delivery.destination)")
            return
        }
        #expect(destination?.contains("@") == true && destination != "ada@example.com")
        #expect(world.gatehouse.messages(to: "ada@example.com").count == 2)
    }

    @Test func `a taken name is refused`() async throws {
        let world = try await World()
        let app = try world.app()
        _ = try await Self.signUp("ada", app)
        #expect(await failure { _ = try await Self.signUp("ada", app) }?.cause == .usernameExists)
    }

    @Test func `a weak password is refused`() async throws {
        let app = try await World().app()
        let refused = await failure { _ = try await app.plugin.signUp(username: "ada", password: "weak") }
        #expect(refused?.cause == .invalidPassword || refused?.cause == .invalidParameter)
    }

    private static func signUp(_ name: String, _ app: TestApp) async throws -> AuthSignUpResult {
        try await app.plugin.signUp(
            username: name,
            password: World.password,
            options: AuthSignUpRequest.Options(
                userAttributes: [AuthUserAttribute(.email, value: "\(name)@example.com")]
            )
        )
    }
}
