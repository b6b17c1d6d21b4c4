// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Programs that share a store by an access group, and processes of one program that share its private store.
@Suite(.hangLimit) struct SharedStoreTests {
    private static func program(_ fixture: Fixture, isStoreShared: Bool = true) -> SessionEngine {
        SessionEngine(
            configuration: fixture.configuration,
            store: fixture.store,
            isStoreShared: isStoreShared,
            transport: fixture.service,
            clock: fixture.clock.clock
        )
    }

    @Test func `a sign-in or sign-out in one program takes effect in the others`() async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        #expect(await two.fetchSession().isSignedIn == false)
        _ = try await one.signIn(username: "ada", password: "pw")
        #expect(await two.fetchSession().tokens.isThere)
        #expect(try two.currentUser().username == "ada")
        #expect(await two.signOut() == .complete)
        #expect(await one.fetchSession().isSignedIn == false)
        #expect(throws: SessionError.signedOut) { try one.currentUser() }
    }

    @Test func `a pending sign-in ends when another program signs in`() async throws {
        let fixture = try Fixture()
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await one.signIn(username: "ada", password: "pw")
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": Fixture.tokens(fixture.clock)]))
        _ = try await two.signIn(username: "grace", password: "pw")
        #expect(try await one.confirmSignIn(response: "x").isSignedIn)
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 0)
    }

    @Test(arguments: [false, true])
    func `a sign-out or deletion of another program's session abandons the pending sign-in here`(
        isDeletion: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await one.signIn(username: "ada", password: "pw")
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": Fixture.tokens(fixture.clock)]))
        _ = try await two.signIn(username: "grace", password: "pw")
        fixture.service.forget()
        if isDeletion { try await one.deleteUser() } else { #expect(await one.signOut() == .complete) }
        #expect(throws: SessionError.signedOut) { try two.currentUser() }
        await #expect(throws: SessionError.self) { try await one.confirmSignIn(response: "x") }
        #expect(fixture.service.operations == [isDeletion ? "DeleteUser" : "RevokeToken"])
    }

    @Test(arguments: [false, true])
    func `a deleted account's session is removed as soon as the store can, but a later sign-in elsewhere stays`(
        isSignedInLater: Bool
    ) async throws {
        let store = FailingStore()
        let fixture = try Fixture(identityPool: false, store: store)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        #expect(await two.fetchSession().isSignedIn)
        store.fail(.remove)
        try await one.deleteUser()
        #expect(throws: SessionError.signedOut) { try one.currentUser() }
        #expect(try two.currentUser().username == "ada")
        store.fail(nil)
        if isSignedInLater {
            #expect(await two.signOut() == .complete)
            let tokens = Fixture.tokens(fixture.clock, name: "2")
            fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": tokens]))
            _ = try await two.signIn(username: "grace", password: "pw")
        }
        #expect(await one.fetchSession().isSignedIn == isSignedInLater)
        #expect(await two.fetchSession().isSignedIn == isSignedInLater)
    }

    @Test(arguments: [true, false])
    func `a deletion removes the session of the deleted user, and not another user's from elsewhere`(
        isAnotherUser: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        let barrier = Barrier()
        fixture.service.on("DeleteUser") { _ in
            await barrier.pass()
            return .answer([:])
        }
        async let deletion: Void = one.deleteUser()
        await barrier.someone()
        #expect(await two.signOut() == .complete)
        let sub = isAnotherUser ? "sub-2" : "sub-1"
        let tokens = Fixture.tokens(fixture.clock, name: "2", sub: sub)
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": tokens]))
        _ = try await two.signIn(username: "grace", password: "pw")
        barrier.open()
        try await deletion
        for program in [one, two, try fixture.restarted().engine] {
            #expect(await program.fetchSession().isSignedIn == isAnotherUser)
        }
        if isAnotherUser { #expect(try one.currentUser().userID == "sub-2") }
    }

    @Test(arguments: [true, false])
    func `a deletion leaves the session of a guest that another program has stored`(isShared: Bool) async throws {
        let fixture = try Fixture()
        let one = Self.program(fixture, isStoreShared: isShared)
        let two = Self.program(fixture, isStoreShared: isShared)
        _ = try await one.signIn(username: "ada", password: "pw")
        let barrier = Barrier()
        fixture.service.on("DeleteUser") { _ in
            await barrier.pass()
            return .answer([:])
        }
        async let deletion: Void = one.deleteUser()
        await barrier.someone()
        #expect(await two.signOut() == .complete)
        #expect(try await two.fetchSession().identityID.get() == "guest-id")
        barrier.open()
        try await deletion
        fixture.service.forget()
        #expect(try await one.fetchSession().identityID.get() == "guest-id")
        #expect(fixture.service.count(of: "GetId") == 0)
    }

    @Test func `a deletion during which the store becomes unreadable removes the session once it can be read`()
        async throws
    {
        let store = FailingStore()
        let fixture = try Fixture(identityPool: false, store: store)
        let one = Self.program(fixture)
        _ = try await one.signIn(username: "ada", password: "pw")
        fixture.service.on("DeleteUser") { _ in
            store.fail(.read)
            return .answer([:])
        }
        try await one.deleteUser()
        #expect(throws: SessionError.signedOut) { try one.currentUser() }
        store.fail(nil)
        #expect(try fixture.restarted().engine.currentUser().username == "ada")
        #expect(await one.fetchSession().isSignedIn == false)
        #expect(throws: SessionError.signedOut) { try fixture.restarted().engine.currentUser() }
    }

    @Test func `the session stays in memory while the store cannot be read`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        let program = Self.program(fixture)
        _ = try await program.signIn(username: "ada", password: "pw")
        store.fail(.read)
        #expect(await program.fetchSession().isComplete)
        store.fail(nil)
        #expect(await program.fetchSession().isComplete)
    }

    @Test func `each program finds out by itself that a refresh token is refused`() async throws {
        let fixture = try Fixture()
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        #expect(await two.fetchSession().isComplete)
        fixture.expire()
        fixture.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        #expect(await one.fetchSession().commonReason == .sessionExpired)
        #expect(await two.fetchSession().commonReason == .sessionExpired)
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == 2)
        #expect(await one.fetchSession().commonReason == .sessionExpired)
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == 2)
    }

    @Test(arguments: [true, false])
    func `a renewal that ends after a sign-out elsewhere does not bring the session back`(isShared: Bool) async throws {
        let fixture = try Fixture(identityPool: false)
        let one = Self.program(fixture, isStoreShared: isShared)
        let two = Self.program(fixture, isStoreShared: isShared)
        _ = try await one.signIn(username: "ada", password: "pw")
        let barrier = fixture.holdRenewals(bringing: "late")
        async let session = one.fetchSession(force: true)
        await barrier.someone()
        #expect(await two.signOut() == .complete)
        barrier.open()
        #expect(await session.isSignedIn == false)
        #expect(await two.fetchSession().isSignedIn == false)
        #expect(fixture.service.inputs(of: "RevokeToken").last?["Token"] == "refresh-late")
    }

    @Test(arguments: [true, false])
    func `a guest's credentials do not take the place of a sign-in elsewhere`(isShared: Bool) async throws {
        let fixture = try Fixture()
        let one = Self.program(fixture, isStoreShared: isShared)
        let two = Self.program(fixture, isStoreShared: isShared)
        let barrier = Barrier()
        fixture.service.on("GetId") { input in
            if input["Logins"] == nil { await barrier.pass() }
            return .answer(["IdentityId": "an-id"])
        }
        async let session = one.fetchSession()
        await barrier.someone()
        _ = try await two.signIn(username: "ada", password: "pw")
        barrier.open()
        #expect(await session.isComplete)
        #expect(try two.currentUser().username == "ada")
    }

    @Test func `of two programs that renew at once, neither revokes what the other got`() async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        #expect(await two.fetchSession().tokens.isThere)
        let barrier = fixture.holdRenewals(bringing: "slow")
        async let slow = one.fetchSession(force: true)
        await barrier.someone()
        fixture.letRenewals(bring: "fast")
        #expect(try await two.fetchSession(force: true).tokens.get().refreshToken == "refresh-fast")
        barrier.open()
        #expect(await slow.tokens.isThere)
        #expect(fixture.service.count(of: "RevokeToken") == 0)
    }

    @Test func `a refresh that failed in another program is tried once more`() async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        #expect(await two.fetchSession().tokens.isThere)
        _ = await one.fetchSession(force: true)
        fixture.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        #expect(await one.fetchSession(force: true).commonReason == .sessionExpired)
        fixture.letRenewals(bring: "new")
        #expect(await two.fetchSession(force: true).tokens.isThere)
    }

    @Test(arguments: [true, false])
    func `a guest's credentials that run out do not take the place of a sign-in elsewhere`(
        isShared: Bool
    ) async throws {
        let fixture = try Fixture()
        let one = Self.program(fixture, isStoreShared: isShared)
        let two = Self.program(fixture, isStoreShared: isShared)
        #expect(await one.fetchSession().credentials.isThere)
        _ = try await two.signIn(username: "ada", password: "pw")
        #expect(await one.fetchSession(force: true).isComplete)
        #expect(try await fixture.restarted().engine.fetchSession().tokens.get().refreshToken == "refresh-1")
    }

    @Test func `the remains of a failed write are not taken for another program's session`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(identityPool: false, store: store)
        try await fixture.signIn()
        for name in ["first", "second"] {
            fixture.letRenewals(bring: "\(name)")
            store.fail(.write, afterTheFact: name == "first")
            #expect(try await fixture.engine.fetchSession(force: true).tokens.get().refreshToken == "refresh-\(name)")
        }
        store.fail(nil)
        #expect(try await fixture.engine.fetchSession().tokens.get().refreshToken == "refresh-second")
        #expect(try await fixture.restarted().engine.fetchSession().tokens.get().refreshToken == "refresh-second")
    }

    @Test func `a sign-in that could not be stored leaves no session, though the store kept it`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        #expect(await fixture.engine.fetchSession().credentials.isThere)
        store.fail(.write, afterTheFact: true)
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "ada", password: "pw") }
        store.fail(nil)
        // The tokens were revoked; the guest takes their place.
        #expect(await fixture.engine.fetchSession(force: true).tokens.reason == .signedOut)
        #expect(throws: SessionError.signedOut) { try fixture.restarted().engine.currentUser() }
    }
}
