// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("2: a fresh start", .hangLimit) struct FreshStartTests {
    @Test func `initialize completes before it returns, signed out, without a request or a notification`() async throws
    {
        let phone = try await MobileWorld().phone(.both)
        let app = phone.app()
        #expect(app.state == .unknown)
        #expect(!app.client.isSignedIn)
        let answer = app.initialize()
        #expect(answer.count == 1)
        #expect(try await answer.value() == .signedOut)
        #expect(app.state == .signedOut)
        #expect(app.initialize().count == 1)
        #expect(phone.network.operations.isEmpty)
        #expect(app.log.changes.isEmpty)
        #expect(!app.client.isSignedIn && !app.client.isLoggedIn)
        #expect(app.client.username == nil && app.client.userSub == nil && app.client.identityId == nil)
    }

    @Test func `initialize may be called inside its own completion`() async throws {
        let app = try await MobileWorld().phone().app()
        let inner = Answer<UserState>()
        app.client.initialize { _, _ in app.client.initialize(inner.give) }
        #expect(inner.count == 1)
        #expect(try await inner.value() == .signedOut)
    }

    @Test func `before initialize a sign-in works, and calls for a user are refused`() async throws {
        let app = try await MobileWorld.withAda().phone(.both).app()
        let tokens = app.tokens()
        let credentials = app.credentials()
        #expect(tokens.count == 1 && credentials.count == 1)
        await app.expect([tokens], fail: .notSignedIn)
        await app.expect([credentials], fail: .cognitoIdentityPoolNotConfigured)
        await app.expect([app.attributes()], fail: .notSignedIn)
        await app.expect([app.devices()], fail: .notSignedIn)
        await app.expect([app.identityID()], fail: .cognitoIdentityPoolNotConfigured)
        #expect(try await app.signIn().value().signInState == .signedIn)
        #expect(app.state == .signedIn)
        #expect(try await app.initialize().value() == .signedIn)
    }
}
