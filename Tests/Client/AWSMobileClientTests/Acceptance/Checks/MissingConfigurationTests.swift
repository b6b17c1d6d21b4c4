// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("21: no configuration", .hangLimit) struct MissingConfigurationTests {
    @Test func `without a configuration calls say what is missing, once`() async throws {
        let app = try await MobileWorld().phone(.none).started()
        #expect(app.state == .signedOut)
        let signIn = app.signIn()
        let credentials = app.credentials()
        let signUp: Answer<SignUpResult> = app.call {
            $0.signUp(username: "ada", password: MobileWorld.password, completionHandler: $1)
        }
        #expect(signIn.count == 1 && credentials.count == 1 && signUp.count == 1)
        await app.expect([signIn], fail: .userPoolNotConfigured)
        await app.expect([signUp], fail: .userPoolNotConfigured)
        await app.expect([credentials], fail: .cognitoIdentityPoolNotConfigured)
        await app.expect([app.identityID()], fail: .cognitoIdentityPoolNotConfigured)
        await app.expect([app.tokens()], fail: .notSignedIn)
        #expect(try await app.logins().value().isEmpty)
        try await app.signOut(SignOutOptions(signOutGlobally: true)).value()
        #expect(app.log.states == [.signedOut])
        app.client.releaseSignInWait()
        app.client.clearCredentials()
        app.client.clearKeychain()
        #expect(app.network.operations.isEmpty)
    }
}
