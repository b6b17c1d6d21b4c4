// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite(.hangLimit) struct NetworkFaultTests {
    private static let faults: [TransportError.Kind] = [.unreachable, .connectionLost, .timedOut]

    @Test(arguments: AppCall.allCases, [true, false])
    func `a call without the network fails with the transport's error, and changes nothing`(
        call: AppCall, signedIn: Bool
    ) async throws {
        let shared = try await SignedInPhone.shared.value
        let world = try shared.world.copy(seed: 1)
        for fault in Self.faults {
            let app = try await shared.phone(on: world, signedIn: signedIn).started()
            let stored = try Self.session(app)
            app.network.fail(fault)
            let error = await Self.perform(call, app, shared)
            if error.isOfNetwork { #expect(!call.isLocal || call == .identityID) }
            let isSignOut = call == .signOut || call == .signOutWithOptions || (call == .signOutGlobally && !signedIn)
            if !isSignOut, call != .federatedSignIn || signedIn {
                #expect(app.log.changes.isEmpty && app.client.isSignedIn == signedIn, "\(call)")
                let isDropped = [.invalidateCredentials, .clearCredentials, .clearKeychain].contains(call)
                if !isDropped { #expect(try Self.session(app) == stored, "\(call)") }
            }
            app.network.fail(nil)
            let again = await Self.perform(call, app, shared)
            #expect(!again.isOfNetwork, "\(call)")
        }
    }

    /// The stored session; other items say what the device is called.
    private static func session(_ app: MobileApp) throws -> Data? {
        try OfflineTests.items(app.phone.store).first { $0.key.hasSuffix(".session") }?.value
    }

    private static func perform(_ call: AppCall, _ app: MobileApp, _ shared: SignedInPhone) async -> (any Error)? {
        let answer = Answer<Void>()
        call.perform(app, shared.federation, answer.end)
        return await answer.error()
    }

    @Test(arguments: [
        (AppCall.userAttributes, "GetUser"), (.updateUserAttributes, "UpdateUserAttributes"), (.devices, "ListDevices"),
        (.changePassword, "ChangePassword"), (.verifyUserAttribute, "GetUserAttributeVerificationCode"),
        (.signOutGlobally, "GlobalSignOut"), (.deleteUser, "DeleteUser"),
    ])
    func `a request that is cut while it is under way fails, and the user stays signed in`(
        call: AppCall, operation: String
    ) async throws {
        let shared = try await SignedInPhone.shared.value
        let app = try await shared.phone(on: shared.world.copy(seed: 1)).started()
        let barrier = app.network.hold(operation)
        let answer = Answer<Void>()
        call.perform(app, shared.federation, answer.end)
        await barrier.reached()
        app.network.fail(.connectionLost)
        barrier.open()
        #expect(await answer.error().isOfNetwork)
        #expect(app.state == .signedIn && app.client.isSignedIn && app.log.changes.isEmpty)
        app.network.fail(nil)
        #expect(await Self.perform(call, app, shared) == nil)
    }

    @Test func `a refresh that is cut while it is under way waits for the network`() async throws {
        let shared = try await SignedInPhone.shared.value
        let world = try shared.world.copy(seed: 1)
        let app = try await shared.phone(on: world).started()
        world.gatehouse.clock.advance(by: 3_600)
        let barriers = RefreshTests.refreshes.map { app.network.hold($0) }
        let answers = (0..<50).map { _ in app.tokens() }
        while app.network.operations.isEmpty { await Task.yield() }
        app.network.fail(.connectionLost)
        for barrier in barriers { barrier.open() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        await app.phone.clock.pause()
        app.network.fail(nil)
        app.phone.clock.passPauses()
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedIn])
    }

    @Test func `a restarted server continues the session`() async throws {
        let shared = try await SignedInPhone.shared.value
        let world = try shared.world.copy(seed: 1)
        let app = try await shared.phone(on: world).started()
        app.network.fail(.unreachable)
        world.gatehouse.clock.advance(by: 3_600)
        let answers = (0..<50).map { _ in app.tokens() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        let next = try world.gatehouse.restarted()
        app.network.connect(to: next.transport)
        await app.phone.clock.pause()
        app.network.fail(nil)
        app.phone.clock.passPauses()
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
        #expect(try await app.attributes().value()["email"] == MobileWorld.email)
    }

    @Test func `a server that restarts between a challenge and its answer accepts the answer`() async throws {
        let world = try await MobileWorld()
        try await world.requireSMS()
        let app = try await world.phone().started()
        _ = try await app.signIn().value()
        let code = world.code(to: MobileWorld.phoneNumber)
        app.network.connect(to: try world.gatehouse.restarted().transport)
        #expect(try await app.confirmSignIn(code).value().signInState == .signedIn)
    }

    @Test func `a refresh token that is revoked while 50 calls wait for the network makes them wait for a sign-in`()
        async throws
    {
        let shared = try await SignedInPhone.shared.value
        let world = try shared.world.copy(seed: 1)
        let app = try await shared.phone(on: world).started()
        world.gatehouse.clock.advance(by: 3_600)
        app.network.fail(.unreachable)
        let answers = (0..<50).map { _ in app.tokens() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        try await world.revokeTokens()
        app.network.fail(nil)
        await app.phone.clock.pause()
        app.phone.clock.passPauses()
        await app.log.heard(.signedOutUserPoolsTokenInvalid, times: 2)
        #expect(answers.allSatisfy { !$0.isGiven })
        _ = try await app.signIn().value()
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test func `late answers after a sign-out are neither shown nor stored`() async throws {
        let shared = try await SignedInPhone.shared.value
        let world = try shared.world.copy(seed: 1)
        let app = try await shared.phone(on: world).started()
        world.gatehouse.clock.advance(by: 3_600)
        let barriers = RefreshTests.refreshes.map { app.network.hold($0) }
        let (tokens, credentials) = (app.tokens(), app.credentials())
        while app.network.operations.isEmpty { await Task.yield() }
        app.client.signOut()
        let stored = try OfflineTests.items(app.phone.store)
        for barrier in barriers { barrier.open() }
        await app.expect([credentials], fail: .unableToSignIn)
        let error = await tokens.error()
        #expect(error == .unableToSignIn || error == .notSignedIn)
        #expect(app.state == .signedOut && app.log.states == [.signedOut])
        #expect(try OfflineTests.items(app.phone.store) == stored)
        #expect(try await app.phone.app().initialize().value() == .signedOut)
    }
}
