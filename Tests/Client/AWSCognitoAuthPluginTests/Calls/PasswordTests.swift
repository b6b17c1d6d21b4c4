// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct PasswordTests {
    private static let newPassword = "Battery-Staple-2"

    @Test(arguments: [false, true])
    func `a forgotten password is replaced with a code`(withSecret: Bool) async throws {
        let (world, app) = try await Self.forgetful(withSecret: withSecret)
        let result = try await app.plugin.resetPassword(for: "ada")
        #expect(!result.isPasswordReset)
        guard case .confirmResetPasswordWithCode(let details, let info) = result.nextStep else {
            Issue.record("The step is \(result.nextStep)")
            return
        }
        #expect(details.attributeKey == .email)
        #expect(info == [:])
        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        let wrong = code == "000000" ? "000001" : "000000"
        let refused = await failure { try await Self.confirm(wrong, app) }
        #expect(refused?.cause == .codeMismatch)
        try await Self.confirm(code, app)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        #expect(await failure { _ = try await Self.signIn(World.password, app) } == .anyNotAuthorized)
        #expect(try await Self.signIn(Self.newPassword, app).isSignedIn)
        #expect(app.events.data(of: "Auth.resetPasswordAPI") is Result<AuthResetPasswordResult, AuthError>)
        #expect(app.events.data(of: "Auth.confirmResetPasswordAPI") is Result<Void, AuthError>)
    }

    @Test func `metadata goes with a forgotten password, and only if it is given`() async throws {
        let (_, app) = try await Self.forgetful()
        let reset = AuthResetPasswordRequest.Options(pluginOptions: AWSAuthResetPasswordOptions(metadata: ["a": "1"]))
        _ = try await app.plugin.resetPassword(for: "ada", options: reset)
        #expect(app.network.inputs.last?["ClientMetadata"] == ["a": "1"])
        _ = try await app.plugin.resetPassword(for: "ada")
        #expect(app.network.inputs.last?["ClientMetadata"] == nil)
        let confirmation = AuthConfirmResetPasswordRequest.Options(
            pluginOptions: AWSAuthConfirmResetPasswordOptions(metadata: ["b": "2"])
        )
        _ = await failure {
            try await app.plugin.confirmResetPassword(
                for: "ada",
                with: Self.newPassword,
                confirmationCode: "000000",
                options: confirmation
            )
        }
        #expect(app.network.inputs.last?["ClientMetadata"] == ["b": "2"])
    }

    @Test func `a user whose password must be reset is led there by the sign-in`() async throws {
        let (world, app) = try await Self.forgetful()
        try await world.resetPassword(of: "ada")
        let result = try await app.plugin.signIn(username: "ada", password: World.password)
        #expect(result.nextStep == .resetPassword(nil))
        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        try await Self.confirm(code, app)
        #expect(try await Self.signIn(Self.newPassword, app).isSignedIn)
    }

    @Test func `a user changes the password with the old one, and the session stays`() async throws {
        let app = try await World().signedInApp()
        try await app.plugin.update(oldPassword: World.password, to: Self.newPassword)
        #expect(app.events.data(of: "Auth.changePasswordAPI") is Result<Void, AuthError>)
        #expect(try await app.session(force: true).userPoolTokensResult.value != nil)
        _ = try await app.signOut()
        #expect(await failure { _ = try await Self.signIn(World.password, app) } == .anyNotAuthorized)
        #expect(try await Self.signIn(Self.newPassword, app).isSignedIn)
    }

    @Test func `a password change with a wrong old password or a weak new one is refused`() async throws {
        let app = try await World().signedInApp()
        let wrong = await failure { try await app.plugin.update(oldPassword: "Wrong-Horse-1", to: Self.newPassword) }
        #expect(wrong == .anyNotAuthorized)
        let weak = await failure { try await app.plugin.update(oldPassword: World.password, to: "weak1234") }
        #expect(weak?.cause == .invalidPassword)
        _ = try await app.signOut()
        #expect(try await Self.signIn(World.password, app).isSignedIn)
    }

    @Test func `an answer that is not from the service is a configuration error of a password change`() async throws {
        let app = try await World().signedInApp()
        app.network.answer(TransportResponse(status: 200, body: .init("<html>".utf8)))
        let change = await failure { try await app.plugin.update(oldPassword: World.password, to: Self.newPassword) }
        #expect(change == .anyConfiguration)
        let code = await failure { _ = try await app.plugin.sendVerificationCode(forUserAttributeKey: .email) }
        #expect(code == .anyConfiguration)
        let fetch = await failure { _ = try await app.plugin.fetchUserAttributes() }
        #expect(fetch?.name == "unknown")
    }

    private static func forgetful(withSecret: Bool = false) async throws -> (World, TestApp) {
        let world = try await World(withSecret: withSecret)
        try await world.gatehouse.makeUser(
            "ada",
            password: World.password,
            inPool: world.pool,
            attributes: ["email": "ada@example.com", "email_verified": "true"]
        )
        return (world, try world.app())
    }

    private static func confirm(_ code: String, _ app: TestApp) async throws {
        try await app.plugin.confirmResetPassword(for: "ada", with: newPassword, confirmationCode: code)
    }

    private static func signIn(_ password: String, _ app: TestApp) async throws -> AuthSignInResult {
        try await app.plugin.signIn(username: "ada", password: password)
    }
}
