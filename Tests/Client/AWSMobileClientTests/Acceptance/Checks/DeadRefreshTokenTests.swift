// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("10, 11: dead refresh tokens", .hangLimit) struct DeadRefreshTokenTests {
    /// A world and an app whose user was signed out by an administrator, and whose access token has expired.
    static func deadSession(_ pools: MobileWorld.Pools = .userPoolOnly) async throws -> (MobileWorld, MobileApp) {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone(pools).signedIn()
        if pools == .both { _ = try await app.credentials().value() }
        try await world.revokeTokens()
        world.gatehouse.clock.advance(by: 3_600)
        app.forget()
        return (world, app)
    }

    /// Makes 50 calls that wait; the listener was notified by then.
    private static func waitingCalls(_ app: MobileApp) async -> [Answer<Tokens>] {
        let answers = (0..<50).map { _ in app.tokens() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        #expect(app.log.changes.first?.information == ["username": "ada"])
        #expect(app.state == .signedOutUserPoolsTokenInvalid && app.client.isSignedIn)
        return answers
    }

    @Test func `10a: a sign-in inside the listener answers all calls with tokens`() async throws {
        let (_, app) = try await Self.deadSession()
        let signIn = Answer<SignInResult>()
        let owner = Journal()
        app.client.addUserStateListener(owner) { state, _ in
            guard state == .signedOutUserPoolsTokenInvalid else { return }
            app.client.signIn(
                username: "ada", password: MobileWorld.password, completionHandler: signIn.give)
        }
        let answers = await Self.waitingCalls(app)
        for answer in answers { #expect(try await answer.value().accessToken?.tokenString != nil) }
        #expect(try await signIn.value().signInState == .signedIn)
        #expect(app.state == .signedIn)
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedIn])
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test func `10b: releaseSignInWait fails all calls, and the next call begins another wait`() async throws {
        let (_, app) = try await Self.deadSession()
        let answers = await Self.waitingCalls(app)
        #expect(answers.allSatisfy { !$0.isGiven })
        app.client.releaseSignInWait()
        await app.expect(answers, fail: .unableToSignIn)
        #expect(app.state == .signedOutUserPoolsTokenInvalid)
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid])
        // Nothing waits, so nothing happens.
        app.client.releaseSignInWait()
        let next = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid, times: 2)
        #expect(app.log.changes[0] == app.log.changes[1])
        app.client.releaseSignInWait()
        await app.expect([next], fail: .unableToSignIn)
    }

    @Test func `10b: releaseSignInWait inside the listener fails all calls`() async throws {
        let (_, app) = try await Self.deadSession()
        let owner = Journal()
        app.client.addUserStateListener(owner) { _, _ in app.client.releaseSignInWait() }
        let answers = (0..<50).map { _ in app.tokens() }
        await app.expect(answers, fail: .unableToSignIn)
        #expect(app.state == .signedOutUserPoolsTokenInvalid)
    }

    @Test func `10c: a sign-out fails all calls, and the state is signedOut`() async throws {
        let (_, app) = try await Self.deadSession()
        let answers = await Self.waitingCalls(app)
        app.client.signOut()
        for answer in answers {
            let error = await answer.error()
            #expect(error == .unableToSignIn || error == .notSignedIn)
        }
        #expect(app.state == .signedOut && !app.client.isSignedIn)
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedOut])
    }

    @Test func `every call that needs a token waits, and a sign-in answers each once`() async throws {
        let (_, app) = try await Self.deadSession(.both)
        let tokens = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        let (attributes, devices, logins) = (app.attributes(), app.devices(), app.logins())
        let credentials = app.credentials()
        let update = app.update(["name": "Ada"])
        await app.expect([app.signIn("ada", "Wrong-Horse-2")], fail: .notAuthorized)
        #expect(![tokens.isGiven, attributes.isGiven, devices.isGiven, logins.isGiven, update.isGiven].contains(true))
        #expect(credentials.count == 0)
        _ = try await app.signIn().value()
        #expect(try await attributes.value()["email"] == MobileWorld.email)
        #expect(try await devices.value().devices?.isEmpty == true)
        #expect(try await logins.value().count == 1)
        #expect(try await credentials.value().sessionKey != nil)
        #expect(try await update.value().isEmpty)
        #expect(try await tokens.value().idToken != nil)
    }

    @Test func `11: after a wrong password the calls still wait`() async throws {
        let (_, app) = try await Self.deadSession()
        let answers = await Self.waitingCalls(app)
        await app.expect([app.signIn("ada", "Wrong-Horse-2")], fail: .notAuthorized)
        #expect(answers.allSatisfy { !$0.isGiven })
        #expect(app.state == .signedOutUserPoolsTokenInvalid)
        #expect(try await app.signIn().value().signInState == .signedIn)
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
    }

    @Test func `another user's sign-in answers the calls with that user's tokens`() async throws {
        let (world, app) = try await Self.deadSession()
        try await world.gatehouse.makeUser("grace", password: MobileWorld.password, inPool: world.pool)
        let answers = await Self.waitingCalls(app)
        _ = try await app.signIn("grace").value()
        for answer in answers {
            #expect(try await answer.value().accessToken?.claims?["username"] as? String == "grace")
        }
        #expect(app.client.username == "grace")
    }

    @Test func `a call in the name of a user never reaches the account of another who signs in`() async throws {
        let (world, app) = try await Self.deadSession()
        try await world.gatehouse.makeUser("grace", password: MobileWorld.password, inPool: world.pool)
        let (update, deletion) = (app.update(["email": "eve@example.com"]), app.deleteUser())
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        _ = try await app.signIn("grace").value()
        await app.expect([update], fail: .unableToSignIn)
        await app.expect([deletion], fail: .unableToSignIn)
        #expect(app.client.username == "grace" && app.state == .signedIn)
        #expect(app.network.count("UpdateUserAttributes") == 0 && app.network.count("DeleteUser") == 0)
        #expect(try await app.attributes().value()["email"] == nil)
    }

    @Test func `a restart finds the session again, and the first call waits again`() async throws {
        let (_, app) = try await Self.deadSession()
        let first = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        let next = app.phone.app()
        #expect(try await next.initialize().value() == .signedIn)
        let second = next.tokens()
        await next.log.heard(.signedOutUserPoolsTokenInvalid)
        _ = try await next.signIn().value()
        #expect(try await second.value().accessToken != nil)
        app.client.releaseSignInWait()
        _ = await first.error()
    }

    @Test func `an expired refresh token is a dead one`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().signedIn()
        world.gatehouse.clock.advance(by: 31 * 86_400)
        let answer = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        _ = try await app.signIn().value()
        #expect(try await answer.value().accessToken != nil)
    }

    @Test func `a dead refresh token drops the cached credentials`() async throws {
        let (world, app) = try await Self.deadSession(.both)
        let tokens = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        let credentials = app.credentials()
        _ = try await app.signIn().value()
        _ = try await tokens.value()
        #expect(try await credentials.value().expiration.map { $0 > world.gatehouse.clock.now } == true)
        #expect(app.network.count("GetCredentialsForIdentity") >= 1)
    }
}
