// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("5: calls in the wrong state", .hangLimit) struct RefusalTests {
    @Test func `a sign-in while signed in is refused on the calling thread`() async throws {
        let app = try await MobileWorld.withAda().phone().signedIn()
        let first = app.signIn()
        let second = app.showSignIn()
        #expect(first.count == 1 && second.count == 1)
        await app.expect([first], fail: .invalidState)
        await app.expect([second], fail: .invalidState)
        #expect(app.network.operations.isEmpty && app.log.changes.isEmpty)
    }

    @Test func `an answer without a challenge is refused on the calling thread`() async throws {
        let app = try await MobileWorld.withAda().phone().started()
        let early = app.confirmSignIn("123456")
        #expect(early.count == 1)
        await app.expect([early], fail: .invalidState)
        _ = try await app.signIn().value()
        await app.expect([app.confirmSignIn("123456")], fail: .invalidState)
    }

    @Test func `calls for a user are refused on the calling thread while no user is signed in`() async throws {
        let app = try await MobileWorld().phone(.both).started()
        let tokens = app.tokens()
        let attributes = app.attributes()
        let update = app.update(["name": "Ada"])
        let devices = app.devices()
        let deletion = app.deleteUser()
        #expect([tokens.count, attributes.count, update.count, devices.count, deletion.count].allSatisfy { $0 == 1 })
        await app.expect([tokens], fail: .notSignedIn)
        await app.expect([attributes], fail: .notSignedIn)
        await app.expect([update], fail: .notSignedIn)
        await app.expect([devices], fail: .notSignedIn)
        await app.expect([deletion], fail: .notSignedIn)
        #expect(app.network.operations.isEmpty)
    }

    @Test func `without a drop-in UI showSignIn is refused`() async throws {
        let app = try await MobileWorld().phone().started()
        await app.expect([app.showSignIn(nil)], fail: .invalidState)
        // Hosted pages need keys of the configuration.
        await app.expect([app.showSignIn()], fail: .invalidConfiguration)
    }

    @Test func `a wrong password and an unknown user are errors of the sign-in`() async throws {
        let app = try await MobileWorld.withAda().phone().started()
        await app.expect([app.signIn("ada", "Wrong-Horse-2")], fail: .notAuthorized)
        #expect(app.state == .signedOut && app.log.changes.isEmpty)
        let unknown = await app.signIn("nobody").error() as? AWSMobileClientError
        switch unknown {
        case .userNotFound?, .notAuthorized?: break
        default: Issue.record("Another error: \(String(describing: unknown))")
        }
    }

    @Test func `a second sign-in abandons the first`() async throws {
        let app = try await MobileWorld.withAda().phone().started()
        let barrier = app.network.hold("RespondToAuthChallenge")
        let first = app.signIn()
        await barrier.reached()
        let second = app.signIn()
        await app.expect([first], fail: .unableToSignIn)
        barrier.open()
        #expect(try await second.value().signInState == .signedIn)
        #expect(app.log.states == [.signedIn])
        #expect(first.count == 1 && second.count == 1)
    }
}
