// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseTestSupport
import Testing

/// Sessions that are sealed with a key in a keyring, which can be locked, lost or away.
@Suite(.hangLimit) struct SealedSessionTests {
    private let folder = SealedFolder()

    /// The app in a new process.
    private func start(after former: Fixture? = nil) throws -> Fixture {
        guard let former else { return try Fixture(store: folder.store()) }
        return try Fixture(store: folder.store(), service: former.service, clock: former.clock)
    }

    private func isLocked(_ error: SessionError?) -> Bool { error == .storeUnreadable(MemoryVault.locked) }

    @Test func `while the keyring is locked, the session is unreadable, and no call deletes or overwrites it`()
        async throws
    {
        defer { try? folder.remove() }
        let first = try start()
        try await first.signIn()
        let contents = try folder.contents()
        #expect(try folder.sealedCount() > 1)
        folder.vault.lock()
        let app = try start(after: first)
        let engine = app.engine
        #expect(isLocked(await engine.fetchSession().commonReason))
        #expect(isLocked(await engine.fetchSession(force: true).commonReason))
        #expect(throws: SessionError.storeUnreadable(MemoryVault.locked)) { try engine.currentUser() }
        await #expect(throws: SessionError.storeUnreadable(MemoryVault.locked)) {
            try await engine.signIn(username: "grace", password: "pw")
        }
        await #expect(throws: SessionError.storeUnreadable(MemoryVault.locked)) {
            try await engine.confirmSignIn(response: "1")
        }
        await #expect(throws: SessionError.storeUnreadable(MemoryVault.locked)) {
            try await engine.federate(FederatedLogin(provider: "issuer", token: "t"))
        }
        await #expect(throws: SessionError.storeUnreadable(MemoryVault.locked)) { try await engine.clearFederation() }
        await #expect(throws: SessionError.storeUnreadable(MemoryVault.locked)) { try await engine.deleteUser() }
        #expect(app.service.operations.isEmpty)
        #expect(try folder.contents() == contents)
        folder.vault.lock(false)
        #expect(await engine.fetchSession().isComplete)
        #expect(try engine.currentUser().username == "ada")
    }

    @Test func `a sign-in whose session cannot be sealed is undone, and nothing is stored in plain`() async throws {
        defer { try? folder.remove() }
        folder.vault.lock()
        let app = try start()
        await #expect(throws: SessionError.storeFailed(MemoryVault.locked)) {
            try await app.engine.signIn(username: "ada", password: "pw")
        }
        #expect(app.service.operations.last == "RevokeToken")
        #expect(throws: SessionError.signedOut) { try app.engine.currentUser() }
        #expect(try folder.contents().keys.allSatisfy { $0 == ".sealing-key" })
    }

    @Test func `a user whose keyring was lost is not shown as signed out, and can sign in again`() async throws {
        defer { try? folder.remove() }
        let first = try start()
        try await first.signIn()
        #expect(folder.vault.empty().count == 1)
        let app = try start(after: first)
        guard case .storeUnreadable(let error) = await app.engine.fetchSession().commonReason else {
            Issue.record("The session was read, or is missing")
            return
        }
        #expect(error.activity == .understanding && error.reason.contains(folder.directory.path))
        #expect(try await app.engine.signIn(username: "ada", password: "pw").isSignedIn)
        #expect(try start(after: first).engine.currentUser().username == "ada")
    }

    @Test func `an app's word ends a session that cannot be read`() async throws {
        defer { try? folder.remove() }
        let first = try start()
        try await first.signIn()
        folder.vault.lock()
        #expect(await (try start(after: first)).engine.signOut() == .complete)
        folder.vault.lock(false)
        #expect(throws: SessionError.signedOut) { try start(after: first).engine.currentUser() }
    }
}
