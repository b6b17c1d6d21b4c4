// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("4: from a sign-up to a sign-in", .hangLimit) struct SignUpTests {
    @Test(arguments: [false, true])
    func `a user signs up, confirms the address and signs in`(withSecret: Bool) async throws {
        let world = try await MobileWorld(withSecret: withSecret)
        let app = try await world.phone().started()
        let signUp: SignUpResult = try await app.call {
            $0.signUp(
                username: "ada", password: MobileWorld.password, userAttributes: ["email": MobileWorld.email],
                completionHandler: $1)
        }.value()
        #expect(signUp.signUpConfirmationState == .unconfirmed)
        #expect(signUp.codeDeliveryDetails?.deliveryMedium == .email)
        #expect(signUp.codeDeliveryDetails?.attributeName == "email")
        #expect(signUp.codeDeliveryDetails?.destination?.isEmpty == false)
        #expect(app.state == .signedOut)
        let early = await app.signIn().error()
        guard case .userNotConfirmed? = early as? AWSMobileClientError else {
            Issue.record("An unconfirmed user signed in: \(String(describing: early))")
            return
        }
        let again: SignUpResult = try await app.call {
            $0.resendSignUpCode(username: "ada", completionHandler: $1)
        }.value()
        #expect(again.signUpConfirmationState == .unconfirmed && again.codeDeliveryDetails != nil)
        let confirmed: SignUpResult = try await app.call {
            $0.confirmSignUp(
                username: "ada", confirmationCode: world.code(to: MobileWorld.email), completionHandler: $1)
        }.value()
        #expect(confirmed.signUpConfirmationState == .confirmed && confirmed.codeDeliveryDetails == nil)
        try await Self.expectSignIn(app, world)
    }

    /// Signs in; the listener is notified before the completion, and sees the session.
    private static func expectSignIn(_ app: MobileApp, _ world: MobileWorld) async throws {
        let journal = Journal()
        app.client.addUserStateListener(journal) { state, _ in
            let client = app.client
            journal.note("\(state) \(client.isSignedIn) \(client.username ?? "") \(client.currentUserState)")
        }
        let answer = Answer<SignInResult>()
        app.client.signIn(username: "ada", password: MobileWorld.password) { result, error in
            journal.note("completion \(app.client.isSignedIn) \(app.client.username ?? "")")
            answer.give(result, error)
        }
        let result = try await answer.value()
        #expect(result.signInState == .signedIn && result.parameters.isEmpty && result.codeDetails == nil)
        #expect(journal.lines == ["signedIn true ada signedIn", "completion true ada"])
        let tokens = try await app.tokens().value()
        #expect(
            app.log.last?.information == ["provider": world.provider, "token": tokens.idToken?.tokenString ?? ""])
        #expect(app.client.userSub == tokens.idToken?.claims?["sub"] as? String)
        #expect(tokens.accessToken?.claims?["username"] as? String == "ada")
        #expect(tokens.refreshToken?.claims == nil)
        #expect(try await app.attributes().value()["email_verified"] == "true")
        app.client.removeUserStateListener(journal)
        app.client.signOut()
        #expect(journal.lines.count == 2)
        #expect(app.client.username == nil && !app.client.isSignedIn)
    }

    @Test func `a forgotten password is replaced by one with a code`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().started()
        let sent: ForgotPasswordResult = try await app.call {
            $0.forgotPassword(username: "ada", completionHandler: $1)
        }.value()
        #expect(sent.forgotPasswordState == .confirmationCodeSent && sent.codeDeliveryDetails?.deliveryMedium == .email)
        let done: ForgotPasswordResult = try await app.call {
            $0.confirmForgotPassword(
                username: "ada", newPassword: "Another-Horse-2", confirmationCode: world.code(to: MobileWorld.email),
                completionHandler: $1)
        }.value()
        #expect(done.forgotPasswordState == .done && done.codeDeliveryDetails == nil)
        await app.expect([app.signIn()], fail: .notAuthorized)
        #expect(try await app.signIn("ada", "Another-Horse-2").value().signInState == .signedIn)
        let changed = app.end {
            $0.changePassword(
                currentPassword: "Another-Horse-2", proposedPassword: MobileWorld.password, completionHandler: $1)
        }
        try await changed.value()
        app.client.signOut()
        #expect(try await app.signIn().value().signInState == .signedIn)
    }
}
