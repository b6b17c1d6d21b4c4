// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Programs that find a session of a later release in the store, which they cannot read.
@Suite(.hangLimit) struct LaterReleaseTests {
    private static let later = Data(#"{"layout":3,"user":"ada"}"#.utf8)
    private static let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil).session
    private static let reason = StoreError(
        .reading, reason: "The session was stored by a later release, which can read it.")
    private static let unreadable = SessionError.storeUnreadable(reason)

    private static func program(_ fixture: Fixture, isStoreShared: Bool = true) -> SessionEngine {
        SessionEngine(
            configuration: fixture.configuration,
            store: fixture.store,
            isStoreShared: isStoreShared,
            transport: fixture.service,
            clock: fixture.clock.clock
        )
    }

    @Test(arguments: [true, false])
    func `a session of a later release is unreadable, and no call but a sign-out removes or replaces it`(
        isShared: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        try fixture.store.write(Self.later, for: Self.key)
        let program = Self.program(fixture, isStoreShared: isShared)
        #expect(await program.fetchSession().commonReason == Self.unreadable)
        #expect(await program.fetchSession(force: true).commonReason == Self.unreadable)
        #expect(throws: Self.unreadable) { try program.currentUser() }
        await #expect(throws: Self.unreadable) { try await program.signIn(username: "grace", password: "pw") }
        await #expect(throws: Self.unreadable) { try await program.confirmSignIn(response: "1") }
        await #expect(throws: Self.unreadable) {
            try await program.federate(FederatedLogin(provider: "issuer", token: "t"))
        }
        await #expect(throws: Self.unreadable) { try await program.clearFederation() }
        await #expect(throws: Self.unreadable) { try await program.deleteUser() }
        #expect(fixture.service.operations.isEmpty)
        #expect(fixture.store.read(Self.key) == .found(Self.later))
        #expect(await program.signOut() == .complete)
        #expect(fixture.store.read(Self.key) == .absent)
    }

    @Test func `a sign-in is undone if a later release has stored a session in the meantime`() async throws {
        let fixture = try Fixture(identityPool: false)
        let program = Self.program(fixture)
        #expect(await program.fetchSession().isSignedIn == false)
        try fixture.store.write(Self.later, for: Self.key)
        await #expect(throws: SessionError.storeFailed(Self.reason)) {
            try await program.signIn(username: "ada", password: "pw")
        }
        #expect(fixture.service.operations.last == "RevokeToken")
        #expect(throws: SessionError.signedOut) { try program.currentUser() }
        #expect(fixture.store.read(Self.key) == .found(Self.later))
    }

    @Test func `a damaged session does not prevent a sign-in of a program that shares the store`() async throws {
        let fixture = try Fixture(identityPool: false)
        try fixture.store.write(Data("{ half".utf8), for: Self.key)
        let program = Self.program(fixture)
        #expect(try await program.signIn(username: "ada", password: "pw").isSignedIn)
        #expect(try fixture.restarted().engine.currentUser().username == "ada")
    }

    @Test func `a renewal does not replace the session of a later release`() async throws {
        let fixture = try Fixture(identityPool: false)
        let program = Self.program(fixture)
        _ = try await program.signIn(username: "ada", password: "pw")
        try fixture.store.write(Self.later, for: Self.key)
        #expect(await program.fetchSession(force: true).tokens.isThere)
        #expect(fixture.store.read(Self.key) == .found(Self.later))
    }

    @Test func `the deletion of an account does not remove the session of a later release`() async throws {
        let fixture = try Fixture(identityPool: false)
        let program = Self.program(fixture)
        _ = try await program.signIn(username: "ada", password: "pw")
        fixture.service.on("DeleteUser") { [store = fixture.store] _ in
            #expect(throws: Never.self) { try store.write(Self.later, for: Self.key) }
            return .answer([:])
        }
        try await program.deleteUser()
        #expect(await program.fetchSession().isSignedIn == false)
        #expect(throws: SessionError.signedOut) { try program.currentUser() }
        #expect(fixture.store.read(Self.key) == .found(Self.later))
    }
}
