// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

/// The effect of a cancelled task on its calls: a sign-in ends, every other call goes through.
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

    /// Expects a call to end with the original's error for a cancelled task.
    private func expectCancellation(_ body: @escaping @Sendable () async throws -> Void) async {
        let error = await failure { try await cancelled(body) }
        #expect(error?.name == "unknown" && error?.isOperationCancelledError == true)
    }

    @Test func `a sign-in of a cancelled task makes no request and stores nothing`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app()
        await expectCancellation {
            _ = try await app.plugin.signIn(username: "ada", password: World.password)
        }
        #expect(app.network.operations.isEmpty)
        #expect(app.events.names == ["Auth.signInAPI"])
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        #expect(try await app.plugin.signIn(username: "ada", password: World.password).isSignedIn)
    }

    @Test(arguments: ["InitiateAuth", "RespondToAuthChallenge", "GetId", "GetCredentialsForIdentity"])
    func `a sign-in that is cancelled while a request is under way stores nothing`(operation: String) async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app()
        let (start, starter) = AsyncStream<Void>.makeStream()
        let signIn = Task {
            _ = await start.first { _ in true }
            return try await app.plugin.signIn(username: "ada", password: World.password)
        }
        app.network.onCall(of: operation) { signIn.cancel() }
        starter.yield()
        let error = await failure { _ = try await signIn.value }
        #expect(error?.isOperationCancelledError == true)
        #expect(app.network.operations.contains(operation))
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
    }

    @Test func `an answer of a cancelled task leaves the challenge open`() async throws {
        let world = try await World()
        try await world.makeTemporaryUser("grace", password: "Temporary-1")
        let app = try world.app()
        _ = try await app.plugin.signIn(username: "grace", password: "Temporary-1")
        await expectCancellation {
            _ = try await app.plugin.confirmSignIn(challengeResponse: World.password)
        }
        #expect(try await app.plugin.confirmSignIn(challengeResponse: World.password).isSignedIn)
    }

    @Test func `refreshing and signing out are not interrupted`() async throws {
        let world = try await World()
        let app = try await world.signedInApp()
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
