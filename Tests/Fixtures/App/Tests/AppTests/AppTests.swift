// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTesting
import Testing

/// An app's own tests of sign-in, with nothing but what the products declare as public.
@Suite(.ownsAmplify) struct AppTests {
    @Test func `a sign-up is confirmed with the code of its message`() async throws {
        let gatehouse = try await TestGatehouse()
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())

        let options = AuthSignUpRequest.Options(userAttributes: [AuthUserAttribute(.email, value: "bob@example.com")])
        _ = try await Amplify.Auth.signUp(username: "bob", password: TestGatehouse.password, options: options)
        let result = try await Amplify.Auth.confirmSignUp(
            for: "bob", confirmationCode: try await gatehouse.code(for: "bob"))
        #expect(result.isSignUpComplete)
        #expect(try await Amplify.Auth.signIn(username: "bob", password: TestGatehouse.password).isSignedIn)
    }

    @Test(arguments: TestUserState.allCases)
    func `the first step of a sign-in is that of the user's state`(state: TestUserState) async throws {
        let gatehouse = try await TestGatehouse()
        try await gatehouse.makeUser("ada", state)
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())

        let signIn = { try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password).nextStep }
        switch state {
        case .confirmed:
            guard case .done = try await signIn() else { throw Unexpected() }
        case .unconfirmed:
            guard case .confirmSignUp = try await signIn() else { throw Unexpected() }
        case .mustChangePassword:
            guard case .confirmSignInWithNewPassword = try await signIn() else { throw Unexpected() }
        case .mustResetPassword:
            guard case .resetPassword = try await signIn() else { throw Unexpected() }
        case .withTOTP:
            guard case .confirmSignInWithTOTPCode = try await signIn() else { throw Unexpected() }
            let code = try await gatehouse.totpCode(for: "ada")
            #expect(try await Amplify.Auth.confirmSignIn(challengeResponse: code).isSignedIn)
        case .disabled:
            await #expect(throws: AuthError.self) { try await signIn() }
        }
    }

    @Test func `an app that starts again on its device is still signed in`() async throws {
        let gatehouse = try await TestGatehouse()
        try await gatehouse.makeUser("ada")
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())
        _ = try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password)

        for (device, isSignedIn) in [("phone", true), ("tablet", false)] {
            await Amplify.reset()
            try Amplify.add(plugin: gatehouse.plugin(onDevice: device))
            try await Amplify.configure(gatehouse.configuration())
            #expect(try await Amplify.Auth.fetchAuthSession().isSignedIn == isSignedIn)
        }
    }

    @Test func `a user of one pool is unknown to the app of another`() async throws {
        let gatehouse = try await TestGatehouse()
        let shop = try await gatehouse.makePool(name: "shop")
        try await gatehouse.makeUser("ada", in: shop)
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())
        await #expect(throws: AuthError.self) {
            try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password)
        }

        await Amplify.reset()
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration(shop))
        #expect(try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password).isSignedIn)
    }
}

private struct Unexpected: Error {}
