// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseSession
import GatehouseTesting
import Testing

/// A store whose folder has become unusable while the app runs.
@Suite struct LockedStoreTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test func `a session that cannot be removed stays, and the sign-out says so`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let world = try await World()
        let app = try await world.signedInApp(store: FileCredentialStore(directory: directory))
        let folder = try block()
        app.events.clear()
        let result = try await app.signOut()
        guard case .failed(let error) = result else {
            Issue.record("The result is \(result)")
            return
        }
        #expect(error.name == "unknown" && error.underlyingError is KeychainStoreError)
        #expect(error.errorDescription.contains(directory.path))
        #expect(!result.signedOutLocally)
        #expect(app.events.names == ["Auth.signOutAPI"])
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        try unblock(folder)
        #expect(try await app.signOut().signedOutLocally)
    }

    @Test func `a sign-in whose session cannot be stored fails and revokes its tokens`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = try world.app(store: FileCredentialStore(directory: directory))
        _ = await failure { _ = try await app.plugin.getCurrentUser() }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let folder = try block()
        let refused = await failure { _ = try await app.plugin.signIn(username: "ada", password: World.password) }
        #expect(refused?.name == "unknown")
        #expect(refused?.errorDescription.contains(directory.path) == true)
        #expect(app.network.operations.last == "RevokeToken")
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        try unblock(folder)
        #expect(try await app.plugin.signIn(username: "ada", password: World.password).isSignedIn)
    }

    /// Puts a file in the folder's place.
    private func block() throws -> URL {
        let aside = directory.appendingPathExtension("aside")
        try FileManager.default.moveItem(at: directory, to: aside)
        try Data().write(to: directory)
        return aside
    }

    private func unblock(_ aside: URL) throws {
        try FileManager.default.removeItem(at: directory)
        try FileManager.default.moveItem(at: aside, to: directory)
    }
}
