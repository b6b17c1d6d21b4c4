// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The sign-out that sends nothing, and what it wins against.
@Suite(.hangLimit) struct LocalSignOutTests {
    @Test func `a local sign-out sends no request, and returns the session that it removes`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        #expect(fixture.engine.signOutLocally() == nil)
        try await fixture.signIn()
        let record = try fixture.engine.record()
        #expect(fixture.engine.signOutLocally() == record)
        #expect(try fixture.engine.record() == nil)
        #expect(try fixture.restarted().engine.record() == nil)
        #expect(fixture.service.operations.isEmpty)
        await fixture.engine.revokeTokens(of: try #require(record))
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-1"])
        try await fixture.signIn()
        try await fixture.engine.endEverywhere(try await fixture.engine.freshTokens())
        #expect(fixture.service.operations == ["GlobalSignOut"])
        #expect(try fixture.engine.record()?.user != nil)
    }

    @Test func `a session that no call has read yet is removed as well`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.signIn()
        let record = try fixture.engine.record()
        #expect(try fixture.restarted().engine.signOutLocally() == record)
        #expect(try fixture.restarted().engine.record() == nil)
    }

    @Test(arguments: [SessionRules.mobileClient, .amplify])
    func `a sign-in that began before it stores nothing, and its tokens are revoked`(rules: SessionRules) async throws {
        let fixture = try Fixture(identityPool: false, rules: rules)
        let (engine, clock, barrier) = (fixture.engine, fixture.clock, Barrier())
        fixture.service.on("InitiateAuth") { _ in
            await barrier.pass()
            return .answer(["AuthenticationResult": Fixture.tokens(clock, name: "late")])
        }
        let signIn = Task { try await engine.signIn(username: "ada", password: "pw") }
        await barrier.someone()
        engine.signOutLocally()
        barrier.open()
        await #expect(throws: SessionError.self) { try await signIn.value }
        #expect(try engine.record() == nil && fixture.restarted().engine.record() == nil)
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-late"])
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
    }

    @Test func `a challenge that arrives late cannot be answered`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        let (engine, barrier) = (fixture.engine, Barrier())
        fixture.service.on("InitiateAuth") { _ in
            await barrier.pass()
            return .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"])
        }
        var options = SignInOptions()
        options.resumesAfterRestart = true
        async let signIn = engine.signIn(username: "ada", password: "pw", options: options)
        await barrier.someone()
        engine.signOutLocally()
        barrier.open()
        _ = try? await signIn
        await #expect(throws: SessionError.self) { try await engine.confirmSignIn(response: "x") }
        await #expect(throws: SessionError.self) { try await fixture.restarted().engine.confirmSignIn(response: "x") }
        #expect(fixture.service.operations == ["InitiateAuth"])
    }

    @Test func `an open challenge ends`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await fixture.engine.signIn(username: "ada", password: "pw")
        fixture.engine.signOutLocally()
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "x") }
        #expect(fixture.service.operations == ["InitiateAuth"])
    }

    @Test func `tokens that are renewed too late are neither returned nor stored; rotated ones are revoked`()
        async throws
    {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.signIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "late")
        let engine = fixture.engine
        let tokens = Task { try await engine.freshTokens() }
        await barrier.someone()
        engine.signOutLocally()
        barrier.open()
        await #expect(throws: SessionError.self) { try await tokens.value }
        #expect(try engine.record() == nil && fixture.restarted().engine.record() == nil)
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-late"])
    }

    @Test(arguments: [false, true])
    func `credentials that come too late make no guest, and no identity stays`(isUser: Bool) async throws {
        let fixture = try Fixture(rules: .mobileClient)
        if isUser { try await fixture.signIn() }
        let (engine, clock, barrier) = (fixture.engine, fixture.clock, Barrier())
        fixture.service.on("GetCredentialsForIdentity") { input in
            await barrier.pass()
            return .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": Fixture.credentials(clock)])
        }
        let credentials = Task { try await engine.freshCredentials(validFor: .zero) }
        async let report = engine.fetchSession()
        await barrier.someone()
        engine.signOutLocally()
        barrier.open()
        await #expect(throws: SessionError.self) { try await credentials.value }
        #expect(await !report.credentials.isThere)
        #expect(try engine.record() == nil && fixture.restarted().engine.record() == nil)
        #expect(fixture.service.count(of: "GetCredentialsForIdentity") == 1)
    }

    @Test func `calls after it do not wait for those before it`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.signIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "late")
        let engine = fixture.engine
        let tokens = Task { try await engine.freshTokens() }
        await barrier.someone()
        engine.signOutLocally()
        #expect(try await engine.freshCredentials(validFor: .zero).identityID == "guest-id")
        try await fixture.signIn()
        #expect(try await engine.freshTokens().refreshToken == "refresh-2")
        barrier.open()
        await #expect(throws: SessionError.self) { try await tokens.value }
        #expect(try engine.record()?.user?.tokens.refreshToken == "refresh-2")
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-late"])
    }

    @Test(arguments: [FailingStore.Failing.remove, .read])
    func `a store that fails does not keep the user signed in, and is emptied later`(
        failing: FailingStore.Failing
    ) async throws {
        let store = FailingStore()
        let fixture = try Fixture(rules: .mobileClient, store: store)
        try await fixture.signIn()
        store.fail(failing)
        #expect(fixture.engine.signOutLocally()?.user != nil)
        #expect(try fixture.engine.record() == nil)
        store.fail(nil)
        _ = try await fixture.engine.freshCredentials(validFor: .zero)
        #expect(try fixture.restarted().engine.record()?.user == nil)
        #expect(try fixture.engine.record()?.identity?.identityID == "guest-id")
    }

    @Test func `a sign-out in one program ends the session in the other`() async throws {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        let other = fixture.other(.amplify, isStoreShared: true)
        try await fixture.signIn()
        #expect(await other.fetchSession().isSignedIn)
        fixture.engine.signOutLocally()
        #expect(await other.fetchSession().isSignedIn == false)
    }

    @Test func `device data stays`() async throws {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        try await fixture.signIn()
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        let item = keys.deviceMetadata(typedUsername: "Ada@example.com")
        let device = RememberedDevice(deviceKey: "us-east-1_key", groupKey: "-g", secret: "s")
        try fixture.store.write(JSONEncoder().encode(device), for: item)
        #expect(fixture.engine.ownDeviceKeyOrNil == "us-east-1_key")
        fixture.engine.signOutLocally()
        #expect(fixture.store.read(item) != .absent && fixture.engine.ownDeviceKeyOrNil == nil)
        try await fixture.signIn()
        fixture.engine.forgetOwnDevice()
        #expect(fixture.store.read(item) == .absent && fixture.engine.ownDeviceKeyOrNil == nil)
    }
}
