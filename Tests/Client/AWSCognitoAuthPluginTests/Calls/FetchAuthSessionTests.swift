// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseTesting
import Testing

@Suite struct FetchAuthSessionTests {
    @Test func `a signed-in user has everything`() async throws {
        let session = try await World().signedInApp().session()
        #expect(session.isSignedIn)
        #expect(session.identityIdResult.value != nil)
        #expect(session.awsCredentialsResult.value is any AWSTemporaryCredentials)
        #expect(session.userPoolTokensResult.value?.refreshToken.isEmpty == false)
        #expect(session.userSubResult.value != nil)
    }

    @Test func `with a user pool alone there are no credentials`() async throws {
        let session = try await World().signedInApp("ada", .userPoolOnly).session()
        #expect(session.isSignedIn)
        #expect(session.userPoolTokensResult.value != nil)
        #expect(session.userSubResult.value != nil)
        #expect(session.identityIdResult.error?.cause == .invalidAccountTypeException)
        #expect(session.awsCredentialsResult.error?.cause == .invalidAccountTypeException)
    }

    @Test func `a guest has an identity and credentials, and keeps them`() async throws {
        let app = try await World().app()
        let session = try await app.session()
        #expect(!session.isSignedIn)
        #expect(session.identityIdResult.value != nil)
        #expect(session.awsCredentialsResult.value != nil)
        #expect(session.userPoolTokensResult.error == .anySignedOut)
        #expect(session.userSubResult.error == .anySignedOut)
        app.network.forget()
        #expect(try await app.session() == session)
        #expect(app.network.operations.isEmpty)
    }

    @Test func `there are no guest credentials where the pool refuses guests`() async throws {
        let session = try await World(allowsGuests: false).app().session()
        #expect(!session.isSignedIn)
        #expect(session.identityIdResult.error?.cause == .invalidAccountTypeException)
        #expect(session.awsCredentialsResult.error?.cause == .invalidAccountTypeException)
        #expect(session.userPoolTokensResult.error == .anySignedOut)
        #expect(session.userSubResult.error == .anySignedOut)
    }

    @Test func `signed out without an identity pool is a matter of configuration`() async throws {
        let session = try await World().app(.userPoolOnly).session()
        #expect(!session.isSignedIn)
        #expect(session.identityIdResult.error == .anyConfiguration)
        #expect(session.awsCredentialsResult.error == .anyConfiguration)
        #expect(session.userPoolTokensResult.error == .anyConfiguration)
        #expect(session.userSubResult.error == .anyConfiguration)
    }

    @Test func `every part of a guest's session reports the missing connection`() async throws {
        let app = try await World().app()
        app.network.fail(.unreachable)
        let session = try await app.session()
        #expect(!session.isSignedIn)
        for error in [
            session.identityIdResult.error, session.awsCredentialsResult.error, session.userPoolTokensResult.error,
            session.userSubResult.error,
        ] {
            #expect(error?.cause == .network)
        }
    }

    @Test func `a valid session is read without a request`() async throws {
        let app = try await World().signedInApp()
        app.network.forget()
        let first = try await app.session()
        #expect(try await app.session() == first)
        #expect(app.network.operations.isEmpty)
    }

    @Test func `forcing renews tokens and credentials and keeps the identity`() async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        let before = try await app.session()
        world.gatehouse.clock.advance(by: 10)
        let after = try await app.session(force: true)
        #expect(after.userPoolTokensResult.value?.accessToken != before.userPoolTokensResult.value?.accessToken)
        #expect(after.awsCredentialsResult.value?.accessKeyId != before.awsCredentialsResult.value?.accessKeyId)
        #expect(after.identityIdResult.value == before.identityIdResult.value)
        #expect(after.userSubResult.value == before.userSubResult.value)
        #expect(app.network.count("GetTokensFromRefreshToken") == 1)
    }

    @Test func `a thousand callers at expiry make one refresh`() async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        let before = try await app.session().userPoolTokensResult.value?.accessToken
        world.gatehouse.clock.advance(by: 3600)
        app.network.forget()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<1000 {
                group.addTask { try await app.session().userPoolTokensResult.value?.accessToken }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(tokens.first != before)
        #expect(tokens.first != .some(nil))
        #expect(app.network.count("GetTokensFromRefreshToken") == 1)
        #expect(app.network.count("GetCredentialsForIdentity") == 1)
    }

    @Test func `two minutes before the end counts as expired`() async throws {
        let world = try await World()
        let app = try await world.signedInApp("ada", .userPoolOnly)
        app.network.forget()
        world.gatehouse.clock.advance(by: 3600 - 121)
        _ = try await app.session()
        #expect(app.network.operations.isEmpty)
        world.gatehouse.clock.advance(by: 2)
        _ = try await app.session()
        #expect(app.network.operations == ["GetTokensFromRefreshToken"])
    }

    @Test(arguments: [
        TransportError.Kind.unreachable, .tls, .connectionLost, .timedOut,
    ])
    func `a lost connection keeps the user signed in, and the next call tries again`(
        kind: TransportError.Kind
    ) async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        world.gatehouse.clock.advance(by: 3600)
        app.network.fail(kind)
        let offline = try await app.session()
        #expect(offline.isSignedIn)
        #expect(offline.userPoolTokensResult.error?.cause == .network)
        #expect(offline.awsCredentialsResult.error?.cause == .network)
        #expect(offline.userSubResult.error?.cause == .network)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        app.network.fail(nil)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }

    @Test(arguments: [
        (500, #"{"__type":"InternalErrorException","message":"m"}"#),
        (400, #"{"__type":"TooManyRequestsException","message":"m"}"#), (502, "<html>Bad gateway</html>"),
        (200, #"{"AuthenticationResult":{"AccessTo"#), (200, ""), (404, "not found"),
    ])
    func `a failing service keeps the user signed in`(status: Int, body: String) async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        world.gatehouse.clock.advance(by: 3600)
        app.network.answer(TransportResponse(status: status, body: .init(body.utf8)))
        let failed = try await app.session()
        #expect(failed.isSignedIn)
        #expect(failed.userPoolTokensResult.error != nil)
        #expect(failed.userPoolTokensResult.error != .anySessionExpired)
        app.network.answer(nil)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }

    @Test func `a global sign-out elsewhere ends the session at the next refresh`() async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        let other = try world.app()
        _ = try await other.plugin.signIn(username: "ada", password: World.password)
        world.gatehouse.clock.advance(by: 10)
        guard case .complete = try await other.signOut(global: true) else {
            Issue.record("The sign-out elsewhere is not complete")
            return
        }
        app.events.clear()
        world.gatehouse.clock.advance(by: 3600)

        let session = try await app.session()
        #expect(session.isSignedIn)
        #expect(session.userPoolTokensResult.error == .anySessionExpired)
        #expect(session.awsCredentialsResult.error == .anySessionExpired)
        #expect(app.events.names == ["Auth.fetchSessionAPI", "Auth.sessionExpired"])

        app.network.forget()
        #expect(try await app.session().userPoolTokensResult.error == .anySessionExpired)
        #expect(app.network.operations.isEmpty)
        #expect(app.events.names.count { $0 == "Auth.sessionExpired" } == 1)

        #expect(try await app.signOut().signedOutLocally)
        #expect(try await app.plugin.signIn(username: "ada", password: World.password).isSignedIn)
    }
}
