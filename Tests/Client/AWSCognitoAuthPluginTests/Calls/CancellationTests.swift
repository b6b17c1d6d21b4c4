// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

/// The calls of a task that is cancelled already go through all the same.
@Suite struct CancellationTests {
    /// Runs a body in a cancelled task.
    private func cancelled<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await body()
        }
        return try await task.value
    }

    @Test func `signing in, refreshing and signing out are not interrupted`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app()
        let result = try await cancelled {
            try await app.plugin.signIn(username: "ada", password: World.password)
        }
        #expect(result.isSignedIn)
        world.gatehouse.clock.advance(by: 3600)
        let session = try await cancelled { try await app.session() }
        #expect(session.userPoolTokensResult.value != nil)
        #expect(app.network.count("GetTokensFromRefreshToken") == 1)
        guard case .complete = try await cancelled({ try await app.signOut() }) else {
            Issue.record("The sign-out was cut off")
            return
        }
        #expect(app.network.count("RevokeToken") == 1)
    }

    @Test func `an account is deleted, and another made, without interruption`() async throws {
        let app = try await World().signedInApp()
        try await cancelled { try await app.plugin.deleteUser() }
        #expect(app.network.count("DeleteUser") == 1)
        let email = AuthUserAttribute(.email, value: "grace@example.com")
        let result = try await cancelled {
            let options = AuthSignUpRequest.Options(userAttributes: [email])
            return try await app.plugin.signUp(username: "grace", password: World.password, options: options)
        }
        #expect(!result.isSignUpComplete)
    }
}
