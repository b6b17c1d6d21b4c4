// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(.hangLimit) struct SignOutTests {
    private static let refused = SessionError.service(ServiceFault("SomethingException", "refused"))

    private static func isSignedOut(_ fixture: Fixture) throws -> Bool {
        for engine in [fixture.engine, try fixture.restarted().engine] {
            do throws(SessionError) {
                _ = try engine.currentUser()
                return false
            } catch {
                if error != .signedOut { return false }
            }
        }
        return true
    }

    @Test func `signing out revokes the refresh token and forgets the session`() async throws {
        let fixture = try Fixture(secret: ClientSecret("client-secret"))
        try await fixture.signIn()
        #expect(await fixture.engine.signOut() == .complete)
        let input: WireValue = ["Token": "refresh-1", "ClientId": "client", "ClientSecret": "client-secret"]
        #expect(fixture.service.operations == ["RevokeToken"])
        #expect(fixture.service.inputs(of: "RevokeToken") == [input])
        #expect(try Self.isSignedOut(fixture))
    }

    @Test func `a global sign-out calls the service's global sign-out first`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        #expect(await fixture.engine.signOut(global: true) == .complete)
        #expect(fixture.service.operations == ["GlobalSignOut", "RevokeToken"])
    }

    @Test func `a token that cannot be revoked makes the sign-out partial, not void`() async throws {
        for reply in [ScriptedService.Reply.fault("SomethingException"), .trouble(.unreachable), .raw(502, "")] {
            let fixture = try Fixture()
            try await fixture.signIn()
            fixture.service.on("RevokeToken", reply)
            guard case .partial(let revoke?, nil, nil) = await fixture.engine.signOut() else {
                Issue.record("The sign-out was not partial.")
                return
            }
            #expect(revoke.token == "refresh-1")
            #expect(!"\(revoke)".contains("refresh-1"))
            #expect(try Self.isSignedOut(fixture))
        }
    }

    @Test func `a failed global sign-out revokes no token and reports both failures`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on("GlobalSignOut", .fault("SomethingException"))
        guard case .partial(let revoke?, let global?, nil) = await fixture.engine.signOut(global: true) else {
            Issue.record("The sign-out was not partial.")
            return
        }
        #expect(revoke.token == "refresh-1" && global.error == Self.refused)
        #expect(fixture.service.operations == ["GlobalSignOut"])
        #expect(try Self.isSignedOut(fixture))
    }

    @Test func `a sign-out without a user is complete and ends the guest session`() async throws {
        let fixture = try Fixture()
        #expect(await fixture.engine.signOut() == .complete)
        _ = await fixture.engine.fetchSession()
        fixture.service.forget()
        #expect(await fixture.engine.signOut() == .complete)
        #expect(fixture.service.operations.isEmpty)
        _ = await fixture.engine.fetchSession()
        #expect(fixture.service.count(of: "GetId") == 1)
    }

    @Test func `a session that cannot be removed stays`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        try await fixture.signIn()
        store.fail(.remove)
        #expect(await fixture.engine.signOut() == .failed(.storeFailed(StoreError(.removing, reason: "locked"))))
        #expect(try fixture.engine.currentUser().username == "ada")
    }

    @Test func `a session that cannot be read can be ended all the same`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        try await fixture.signIn()
        let restarted = try fixture.restarted()
        store.fail(.read)
        #expect(await restarted.engine.signOut() == .complete)
        store.fail(nil)
        #expect(try Self.isSignedOut(restarted))
    }

    @Test func `a sign-out without a user pool is refused`() async throws {
        let fixture = try Fixture(userPool: false)
        guard case .failed(.invalidState) = await fixture.engine.signOut() else {
            Issue.record("The sign-out went through.")
            return
        }
    }

    /// The time limit of one step of a sign-out, in distinction from the limit of the whole.
    private static func step(_ fixture: Fixture) -> Range<Duration> {
        .seconds(10)..<fixture.configuration.deadline
    }

    private static func isTimeout(_ error: SessionError?) -> Bool {
        if case .network(let fault) = error { fault.transportKind == .timedOut } else { false }
    }

    @Test func `a service that never answers does not keep the user signed in`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let over = Barrier()
        fixture.hang("RevokeToken", opening: over)
        let engine = fixture.engine(whoseDeadlines: Self.step(fixture), passAt: over)
        guard case .partial(let revoke?, nil, nil) = await engine.signOut() else {
            Issue.record("The sign-out was not partial.")
            return
        }
        #expect(Self.isTimeout(revoke.error))
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
    }

    @Test func `a renewal that never ends leaves time for the rest of a global sign-out`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        let (over, held) = (Barrier(), Barrier())
        fixture.service.on("GetTokensFromRefreshToken") { _ in
            over.open()
            await held.pass()
            return .trouble(.unreachable)
        }
        fixture.hang("GlobalSignOut", opening: over)
        let engine = fixture.engine(whoseDeadlines: Self.step(fixture), passAt: over)
        guard case .partial(let revoke?, let global?, nil) = await engine.signOut(global: true) else {
            Issue.record("The sign-out was not partial.")
            return
        }
        #expect(Self.isTimeout(global.error) && revoke.token == "refresh-1")
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        held.open()
    }

    @Test func `a global sign-out uses the tokens that a renewal brought before it failed`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        fixture.letRenewals(bring: "2")
        fixture.service.on("GetCredentialsForIdentity", .trouble(.unreachable))
        #expect(await fixture.engine.signOut(global: true) == .complete)
        let fresh = Fixture.tokens(fixture.clock, name: "2")
        #expect(fixture.service.inputs(of: "GlobalSignOut").map { $0["AccessToken"] } == [fresh["AccessToken"]])
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-2"])
    }

    @Test(arguments: [true, false])
    func `a token that a renewal brings while the former one is revoked is revoked as well`(
        isAccepted: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        fixture.letRenewals(bring: "2")
        let barrier = Barrier()
        fixture.service.on("RevokeToken") { input in
            if input["Token"] == "refresh-1" { await barrier.pass() }
            return isAccepted || input["Token"] == "refresh-1" ? .answer([:]) : .fault("SomethingException")
        }
        let engine = fixture.engine
        let signOut = Task { await engine.signOut() }
        await barrier.someone()
        #expect(try await engine.fetchSession(force: true).tokens.get().refreshToken == "refresh-2")
        barrier.open()
        let left = SignOutTrouble(token: "refresh-2", error: Self.refused)
        #expect(await signOut.value == (isAccepted ? .complete : .partial(revokeToken: left, globalSignOut: nil)))
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-1", "refresh-2"])
        #expect(try Self.isSignedOut(fixture))
    }

    @Test func `a sign-out revokes the token as another process has renewed it`() async throws {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        let other = try fixture.restarted()
        fixture.letRenewals(bring: "2")
        #expect(await other.engine.fetchSession(force: true).tokens.isThere)
        #expect(await fixture.engine.signOut() == .complete)
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-2"])
    }

    @Test func `deleting the account ends the session`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        try await fixture.engine.deleteUser()
        #expect(fixture.service.operations == ["DeleteUser"])
        #expect(try Self.isSignedOut(fixture))
    }

    @Test func `deleteUser of a deleted account ends the session and reports the error`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on("DeleteUser", .fault("UserNotFoundException"))
        await #expect(throws: SessionError.service(ServiceFault(.userNotFound, "refused"))) {
            try await fixture.engine.deleteUser()
        }
        #expect(try Self.isSignedOut(fixture))
    }

    @Test(arguments: [true, false], [true, false])
    func `an account that is gone is forgotten, though the store does not let go of it`(
        isGoneAlready: Bool,
        identityPool: Bool
    ) async throws {
        let store = FailingStore()
        let fixture = try Fixture(identityPool: identityPool, store: store)
        try await fixture.signIn()
        store.fail(.remove)
        if isGoneAlready {
            fixture.service.on("DeleteUser", .fault("UserNotFoundException"))
            await #expect(throws: SessionError.service(ServiceFault(.userNotFound, "refused"))) {
                try await fixture.engine.deleteUser()
            }
        } else {
            try await fixture.engine.deleteUser()
        }
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        store.fail(nil)
        #expect(await fixture.engine.fetchSession().isSignedIn == false)
        #expect(try Self.isSignedOut(fixture))
    }

    @Test(arguments: ScriptedService.Reply.passing.indices)
    func `an account that cannot be deleted now keeps its session`(index: Int) async throws {
        let reply = ScriptedService.Reply.passing[index]
        if case .raw(200, let body) = reply, body.hasPrefix("{") && body.hasSuffix("}") { return }
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on("DeleteUser", reply)
        await #expect(throws: SessionError.self) { try await fixture.engine.deleteUser() }
        #expect(try fixture.engine.currentUser().username == "ada")
    }

    @Test func `calls in the user's name carry a fresh access token`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let former = try await fixture.engine.fetchSession().tokens.get().accessToken
        fixture.expire()
        let token = try await fixture.engine.withAccessToken { _, token in token }
        #expect(token != former)
        #expect(await fixture.engine.signOut() == .complete)
        await #expect(throws: SessionError.signedOut) {
            try await fixture.engine.withAccessToken { _, token in token }
        }
    }
}
