// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation
import GatehouseCrypto
import GatehouseTestSupport
import Testing

@testable import GatehouseSession

/// Machines without libsecret, or with a library of its name without its functions.
@Suite(.hangLimit) struct MissingLibraryTests {
    private static let absent = "libsecret-that-is-not-installed.so.0"
    private static let another = "libc.so.6"

    private let folder = SealedFolder()

    /// The sealed store of the folder on such a machine.
    private func store() -> SealedCredentialStore {
        let keys = SealingKeys(SecretServiceVault(library: Self.absent))
        return SealedCredentialStore(directory: folder.directory, keys: keys, seals: true)
    }

    /// Whether an error says which library is missing, and the package that has it.
    private func namesTheCure(_ error: StoreError?, library: String = absent) -> Bool {
        guard let reason = error?.reason else { return false }
        return reason.contains("library \(library)") && reason.contains("Install libsecret")
            && reason.contains("libsecret-1-0")
    }

    @Test(arguments: [absent, another])
    func `each call of the vault says which library is missing, and where it is`(library: String) throws {
        let vault = SecretServiceVault(library: library)
        let key = try #require(SealingKey(drawnFrom: .seeded(1)))
        let reading = #expect(throws: StoreError.self) { try vault.key(key.id) }
        let writing = #expect(throws: StoreError.self) { try vault.add(key) }
        let removing = #expect(throws: StoreError.self) { try vault.remove(key.id) }
        #expect([reading, writing, removing].map { $0?.activity } == [.reading, .writing, .removing])
        for error in [reading, writing, removing] { #expect(namesTheCure(error, library: library)) }
    }

    @Test func `a sealed session is unreadable and stays, until the library is there`() async throws {
        defer { try? folder.remove() }
        let first = try Fixture(store: folder.store())
        try await first.signIn()
        let contents = try folder.contents()
        #expect(try folder.sealedCount() > 1)
        let app = try Fixture(store: store(), service: first.service, clock: first.clock)
        guard case .storeUnreadable(let error) = await app.engine.fetchSession(force: true).commonReason else {
            Issue.record("The session is not said to be unreadable.")
            return
        }
        #expect(namesTheCure(error))
        await #expect(throws: SessionError.storeUnreadable(error)) {
            try await app.engine.signIn(username: "grace", password: "pw")
        }
        #expect(app.service.operations.isEmpty)
        #expect(try folder.contents() == contents)
        let cured = try Fixture(store: folder.store(), service: first.service, clock: first.clock)
        #expect(await cured.engine.fetchSession().isComplete)
    }

    @Test func `a sign-in fails and its tokens are revoked, and nothing is stored in plain`() async throws {
        defer { try? folder.remove() }
        let app = try Fixture(store: store())
        let failure = await #expect(throws: SessionError.self) {
            try await app.engine.signIn(username: "ada", password: "pw")
        }
        guard case .storeFailed(let error) = failure else {
            Issue.record("The sign-in fails with \(String(describing: failure)).")
            return
        }
        #expect(namesTheCure(error))
        #expect(app.service.operations.last == "RevokeToken")
        #expect(throws: SessionError.signedOut) { try app.engine.currentUser() }
        #expect(try folder.contents().keys.allSatisfy { $0 == ".sealing-key" })
    }

    @Test func `a session that is not sealed yet is read, and stays as it is`() async throws {
        defer { try? folder.remove() }
        let plain = FileCredentialStore(directory: folder.directory)
        let first = try Fixture(store: plain)
        try await first.signIn()
        let app = try Fixture(store: store(), service: first.service, clock: first.clock)
        #expect(await app.engine.fetchSession().isComplete)
        let change = #expect(throws: StoreError.self) { try store().settle() }
        #expect(namesTheCure(change))
        #expect(try folder.sealedCount() == 0)
        let reopened = try Fixture(store: plain, service: first.service, clock: first.clock)
        #expect(await reopened.engine.fetchSession().isComplete)
    }
}
#endif
