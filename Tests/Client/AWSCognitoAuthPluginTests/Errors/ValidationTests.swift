// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Testing

/// Empty arguments are refused before anything is sent.
@Suite struct ValidationTests {
    private let app = TestApp(network: TestNetwork(nil))

    init() throws {
        try app.plugin.configure(using: Self.configuration)
    }

    @Test func `a sign-up needs a user name, and has no rule for the password`() async {
        let error = await failure { _ = try await app.plugin.signUp(username: "", password: "") }
        #expect(error?.field == "username")
        expectSilence()
    }

    @Test(arguments: [("", "123456", "username"), ("ada", "", "code"), ("", "", "username")])
    func `the confirmation of a sign-up needs a name and a code`(name: String, code: String, field: String) async {
        let error = await failure { _ = try await app.plugin.confirmSignUp(for: name, confirmationCode: code) }
        #expect(error?.field == field)
        expectSilence()
    }

    @Test func `another code needs a name`() async {
        let error = await failure { _ = try await app.plugin.resendSignUpCode(for: "") }
        #expect(error?.field == "username")
        expectSilence()
    }

    @Test func `a forgotten password needs a name`() async {
        let error = await failure { _ = try await app.plugin.resetPassword(for: "") }
        #expect(error?.field == "username")
        expectSilence()
    }

    @Test(arguments: [
        ("", "new", "1", "username"), ("ada", "", "1", "newPassword"), ("ada", "new", "", "confirmationCode"),
        ("", "", "", "username"), ("ada", "", "", "newPassword"),
    ])
    func `a new password needs a name, the password and a code, in that order`(
        name: String,
        password: String,
        code: String,
        field: String
    ) async {
        let error = await failure {
            try await app.plugin.confirmResetPassword(for: name, with: password, confirmationCode: code)
        }
        #expect(error?.field == field)
        expectSilence()
    }

    @Test func `an answer to a challenge must not be empty`() async {
        let error = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "") }
        #expect(error?.field == "challengeResponse")
        expectSilence()
    }

    @Test(arguments: [nil, ""], [AuthFlowType.userSRP, .customWithSRP, .customWithoutSRP, .userPassword])
    func `a sign-in needs a name`(name: String?, flow: AuthFlowType) async {
        let error = await failure { try await signIn(name, "secret", flow) }
        #expect(error?.field == "username")
        expectSilence()
    }

    @Test(arguments: [nil, ""])
    func `the password flow needs a password`(password: String?) async {
        let error = await failure { try await signIn("ada", password, .userPassword) }
        #expect(error?.field == "password")
        expectSilence()
    }

    @Test func `the user's choice of a factor needs a name`() async {
        let error = await failure { try await signIn(nil, nil, .userAuth) }
        #expect(error?.field != nil)
        expectSilence()
    }

    private func signIn(_ name: String?, _ password: String?, _ flow: AuthFlowType) async throws {
        let options = AuthSignInRequest.Options(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
        _ = try await app.plugin.signIn(username: name, password: password, options: options)
    }

    private func expectSilence() {
        #expect(app.network.operations.isEmpty)
    }

    private static let configuration: JSONValue = [
        "CognitoUserPool": ["Default": ["PoolId": "us-east-1_a", "AppClientId": "client", "Region": "us-east-1"]]
    ]
}
