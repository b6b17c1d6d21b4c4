// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

/// Programs that share a store by an access group.
@Suite(.timeLimit(.minutes(15))) struct SharedStoreTests {
    private static func program(_ fixture: Fixture) -> SessionEngine {
        SessionEngine(
            configuration: fixture.configuration,
            store: fixture.store,
            isStoreShared: true,
            transport: fixture.service,
            clock: fixture.clock.clock
        )
    }

    @Test func `who signs in or out in one program does so in the others`() async throws {
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

    @Test func `a sign-in ends when somebody signs in elsewhere`() async throws {
        let fixture = try Fixture()
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await one.signIn(username: "ada", password: "pw")
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": Fixture.tokens(fixture.clock)]))
        _ = try await two.signIn(username: "grace", password: "pw")
        #expect(try await one.confirmSignIn(response: "x").isSignedIn)
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 0)
    }

    @Test func `a store that cannot be read keeps what is in memory`() async throws {
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

    @Test func `a renewal that ends after a sign-out elsewhere does not bring the session back`() async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        let barrier = Barrier()
        fixture.service.on("GetTokensFromRefreshToken") { [clock = fixture.clock] _ in
            await barrier.pass()
            return .answer(["AuthenticationResult": Fixture.tokens(clock, name: "late")])
        }
        async let session = one.fetchSession(force: true)
        await barrier.someone()
        #expect(await two.signOut() == .complete)
        barrier.open()
        #expect(await session.isSignedIn == false)
        #expect(await two.fetchSession().isSignedIn == false)
        #expect(fixture.service.inputs(of: "RevokeToken").last?["Token"] == "refresh-late")
    }

    @Test func `a guest's credentials do not take the place of a sign-in elsewhere`() async throws {
        let fixture = try Fixture()
        let (one, two) = (Self.program(fixture), Self.program(fixture))
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
        let barrier = Barrier()
        fixture.service.on("GetTokensFromRefreshToken") { [clock = fixture.clock] _ in
            await barrier.pass()
            return .answer(["AuthenticationResult": Fixture.tokens(clock, name: "slow")])
        }
        async let slow = one.fetchSession(force: true)
        await barrier.someone()
        fixture.service.on(
            "GetTokensFromRefreshToken", .answer(["AuthenticationResult": Fixture.tokens(fixture.clock, name: "fast")])
        )
        #expect(try await two.fetchSession(force: true).tokens.get().refreshToken == "refresh-fast")
        barrier.open()
        #expect(await slow.tokens.isThere)
        #expect(fixture.service.count(of: "RevokeToken") == 0)
    }

    @Test func `what another program gave up is tried once more`() async throws {
        let fixture = try Fixture(identityPool: false)
        let (one, two) = (Self.program(fixture), Self.program(fixture))
        _ = try await one.signIn(username: "ada", password: "pw")
        #expect(await two.fetchSession().tokens.isThere)
        _ = await one.fetchSession(force: true)
        fixture.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        #expect(await one.fetchSession(force: true).commonReason == .sessionExpired)
        fixture.service.on(
            "GetTokensFromRefreshToken", .answer(["AuthenticationResult": Fixture.tokens(fixture.clock, name: "new")])
        )
        #expect(await two.fetchSession(force: true).tokens.isThere)
    }
}
