// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("14, 15: without the network", .hangLimit) struct OfflineTests {
    /// A phone whose app has restarted without the network, with expired tokens.
    private static func offlineApp(_ pools: MobileWorld.Pools = .userPoolOnly) async throws -> (MobileWorld, MobileApp)
    {
        let world = try await MobileWorld.withAda()
        let phone = world.phone(pools)
        let former = try await phone.signedIn()
        if pools == .both { _ = try await former.credentials().value() }
        phone.network.fail(.unreachable)
        world.gatehouse.clock.advance(by: 3_600)
        let app = phone.app()
        #expect(try await app.initialize().value() == .signedIn)
        #expect(app.client.username == "ada" && app.client.isSignedIn)
        app.forget()
        return (world, app)
    }

    /// The items of a store.
    static func items(_ store: any CredentialStore) throws -> [String: Data] {
        var items: [String: Data] = [:]
        for key in try store.keys(startingWith: "") {
            if case .found(let data) = store.read(key) { items[key] = data }
        }
        return items
    }

    @Test func `14: calls wait with nothing deleted, and the network's return answers them by itself`() async throws {
        let (_, app) = try await Self.offlineApp()
        let stored = try Self.items(app.phone.store)
        let answers = (0..<50).map { _ in app.tokens() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        #expect(app.log.last?.information == ["username": "ada"])
        #expect(app.client.isSignedIn)
        for _ in 1...7 {
            await app.phone.clock.pause()
            app.phone.clock.passPauses()
        }
        await app.phone.clock.pause()
        #expect(app.phone.clock.pauses.prefix(8).map { $0 / .seconds(1) } == [1, 2, 4, 8, 16, 30, 30, 30])
        #expect(answers.allSatisfy { !$0.isGiven })
        #expect(try Self.items(app.phone.store) == stored)
        app.network.fail(nil)
        app.phone.clock.passPauses()
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
        #expect(app.state == .signedIn)
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedIn])
        #expect(app.log.last?.information == [:])
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test func `14: with failsFastWhenOffline the call fails, and the state stays`() async throws {
        let (_, app) = try await Self.offlineApp(.both)
        app.client.failsFastWhenOffline = true
        #expect(await app.tokens().error().isOfNetwork)
        #expect(await app.credentials().error().isOfNetwork)
        #expect(await app.attributes().error().isOfNetwork)
        #expect(app.state == .signedIn && app.log.changes.isEmpty && app.client.isSignedIn)
        app.network.fail(nil)
        #expect(try await app.tokens().value().accessToken != nil)
    }

    @Test func `valid tokens do not end the wait of calls that need credentials`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone(.both).signedIn()
        _ = try await app.credentials().value()
        app.forget()
        app.network.fail(.unreachable)
        app.client.invalidateCachedTemporaryCredentials()
        let waiting = app.credentials()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        for _ in 1...3 {
            await app.phone.clock.pause()
            #expect(try await app.tokens().value().accessToken != nil)
            app.phone.clock.passPauses()
        }
        await app.phone.clock.pause()
        #expect(!waiting.isGiven && app.log.states == [.signedOutUserPoolsTokenInvalid])
        app.network.fail(nil)
        app.phone.clock.passPauses()
        #expect(try await waiting.value().sessionKey != nil)
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedIn])
    }

    @Test func `a call waits for the network also where the app has set the state`() async throws {
        let (_, app) = try await Self.offlineApp()
        app.client.currentUserState = .signedOut
        let waiting = app.tokens()
        await app.phone.clock.pause()
        app.network.fail(nil)
        app.phone.clock.passPauses()
        #expect(try await waiting.value().accessToken != nil)
    }

    @Test func `a new call tries at once whether the network is back`() async throws {
        let (_, app) = try await Self.offlineApp()
        let waiting = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        await app.phone.clock.pause()
        app.network.fail(nil)
        let next = app.tokens()
        #expect(try await next.value().accessToken != nil)
        #expect(try await waiting.value().accessToken != nil)
        #expect(app.state == .signedIn)
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedIn])
    }

    @Test func `a refresh token that was revoked during the wait turns it into one for a sign-in`() async throws {
        let (world, app) = try await Self.offlineApp()
        let waiting = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        try await world.revokeTokens()
        await app.phone.clock.pause()
        app.network.fail(nil)
        app.phone.clock.passPauses()
        await app.log.heard(.signedOutUserPoolsTokenInvalid, times: 2)
        #expect(!waiting.isGiven)
        _ = try await app.signIn().value()
        #expect(try await waiting.value().accessToken != nil)
    }

    @Test func `releaseSignInWait ends the wait for the network`() async throws {
        let (_, app) = try await Self.offlineApp()
        let waiting = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        app.client.releaseSignInWait()
        await app.expect([waiting], fail: .unableToSignIn)
        #expect(app.state == .signedOutUserPoolsTokenInvalid)
        app.network.fail(nil)
        #expect(try await app.tokens().value().accessToken != nil)
        #expect(app.state == .signedIn)
    }

    @Test func `a federated session waits for the network, and continues by itself`() async throws {
        let federated = try await FederatedWorld()
        let app = try await federated.world.phone(.both).started()
        _ = try await app.federatedSignIn(federated.name, federated.token()).value()
        _ = try await app.credentials().value()
        app.forget()
        app.network.fail(.unreachable)
        app.client.invalidateCachedTemporaryCredentials()
        let waiting = app.credentials()
        await app.log.heard(.signedOutFederatedTokensInvalid)
        #expect(app.log.last?.information == ["provider": federated.name])
        await app.phone.clock.pause()
        app.network.fail(nil)
        app.phone.clock.passPauses()
        #expect(try await waiting.value().sessionKey != nil)
        #expect(app.log.states == [.signedOutFederatedTokensInvalid, .signedIn])
        #expect(app.log.last?.information == [:])
    }

    @Test func `valid tokens and credentials need no network, and other calls get the transport's error`() async throws
    {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone(.both).signedIn()
        let credentials = try await app.credentials().value()
        app.forget()
        app.network.fail(.unreachable)
        #expect(try await app.tokens().value().accessToken != nil)
        #expect(try await app.credentials().value().accessKey == credentials.accessKey)
        #expect(await app.attributes().error().isOfNetwork)
        #expect(await app.devices().error().isOfNetwork)
        #expect(await app.update(["name": "Ada"]).error().isOfNetwork)
        #expect(app.state == .signedIn && app.log.changes.isEmpty)
    }

    @Test func `15: a sign-out on this device works, and ends the wait`() async throws {
        let (_, app) = try await Self.offlineApp()
        let waiting = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        app.client.signOut()
        let error = await waiting.error()
        #expect(error == .unableToSignIn || error == .notSignedIn)
        #expect(app.state == .signedOut && app.log.last?.information == [:])
        #expect(try await app.phone.app().initialize().value() == .signedOut)
    }

    @Test func `15: a global sign-out fails, and the user stays signed in`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().signedIn()
        app.network.fail(.unreachable)
        #expect(await app.signOut(SignOutOptions(signOutGlobally: true)).error().isOfNetwork)
        #expect(app.state == .signedIn && app.client.isSignedIn && app.log.changes.isEmpty)
        // The token is expired too.
        world.gatehouse.clock.advance(by: 3_600)
        #expect(await app.signOut(SignOutOptions(signOutGlobally: true)).error().isOfNetwork)
        #expect(app.state == .signedIn && app.client.isSignedIn)
        app.network.fail(nil)
        try await app.signOut(SignOutOptions(signOutGlobally: true)).value()
        #expect(app.state == .signedOut && app.log.changes == [StateLog.Change(state: .signedOut, information: [:])])
    }

    @Test func `a global sign-out with a dead refresh token fails at once`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().signedIn()
        try await world.revokeTokens()
        world.gatehouse.clock.advance(by: 3_600)
        await app.expect([app.signOut(SignOutOptions(signOutGlobally: true))], fail: .notAuthorized)
        #expect(app.client.isSignedIn)
        let waiting = app.tokens()
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        await app.expect([app.signOut(SignOutOptions(signOutGlobally: true))], fail: .notAuthorized)
        #expect(!waiting.isGiven)
        try await app.signOut(SignOutOptions()).value()
        _ = await waiting.error()
        #expect(app.state == .signedOut)
    }

    @Test func `a sign-out drops the credentials that are under way`() async throws {
        let app = try await MobileWorld().phone(.both).started()
        let barrier = app.network.hold("GetCredentialsForIdentity")
        let answer = app.credentials()
        await barrier.reached()
        app.client.signOut()
        barrier.open()
        await app.expect([answer], fail: .unableToSignIn)
        #expect(app.state == .signedOut && app.log.states == [.signedOut])
        #expect(app.client.identityId == nil)
    }
}
