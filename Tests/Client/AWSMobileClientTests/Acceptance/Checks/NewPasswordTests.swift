// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import GatehouseAccounts
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import Testing

extension MobileWorld {
    /// Makes a user who must choose a password at the first sign-in.
    func makeTemporaryUser(_ name: String, password: String) async throws {
        _ = try await service.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: pool, username: name, temporaryPassword: password, messageAction: .suppress))
    }
}

@Suite("6: a forced change of the password", .hangLimit) struct NewPasswordTests {
    @Test func `a wrong new password leaves the challenge open, and the right one signs in`() async throws {
        let world = try await MobileWorld()
        try await world.makeTemporaryUser("grace", password: "Temporary-1")
        let app = try await world.phone().started()
        let first = try await app.signIn("grace", "Temporary-1").value()
        #expect(first.signInState == .newPasswordRequired && first.parameters.isEmpty && first.codeDetails == nil)
        #expect(app.log.changes.isEmpty && !app.client.isSignedIn)
        await app.expect([app.confirmSignIn("short")], fail: .invalidPassword)
        let done = try await app.confirmSignIn(MobileWorld.password, attributes: ["name": "Grace"]).value()
        #expect(done.signInState == .signedIn)
        #expect(app.network.count("InitiateAuth") == 1)
        #expect(app.log.states == [.signedIn])
        #expect(try await app.attributes().value()["name"] == "Grace")
        await app.expect([app.confirmSignIn(MobileWorld.password)], fail: .invalidState)
        app.client.signOut()
        #expect(try await app.signIn("grace").value().signInState == .signedIn)
    }

    @Test func `a sign-out ends the open challenge`() async throws {
        let world = try await MobileWorld()
        try await world.makeTemporaryUser("grace", password: "Temporary-1")
        let app = try await world.phone().started()
        _ = try await app.signIn("grace", "Temporary-1").value()
        app.client.signOut()
        await app.expect([app.confirmSignIn(MobileWorld.password)], fail: .invalidState)
    }

    @Test func `a sign-out ends the answer that is under way`() async throws {
        let world = try await MobileWorld()
        try await world.makeTemporaryUser("grace", password: "Temporary-1")
        let app = try await world.phone().started()
        _ = try await app.signIn("grace", "Temporary-1").value()
        let barrier = app.network.hold("RespondToAuthChallenge")
        let answer = app.confirmSignIn(MobileWorld.password)
        await barrier.reached()
        app.client.signOut()
        await app.expect([answer], fail: .unableToSignIn)
        barrier.open()
        #expect(app.state == .signedOut && app.log.states == [.signedOut])
        #expect(!app.client.isSignedIn)
    }

    @Test func `a restart forgets the open challenge`() async throws {
        let world = try await MobileWorld()
        try await world.makeTemporaryUser("grace", password: "Temporary-1")
        let phone = world.phone()
        _ = try await phone.started().signIn("grace", "Temporary-1").value()
        let next = try await phone.started()
        await next.expect([next.confirmSignIn(MobileWorld.password)], fail: .invalidState)
    }
}
