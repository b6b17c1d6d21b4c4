// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite struct RestartTests {
    @Test func `a restart brings the user back without a connection`() async throws {
        let world = try await World()
        let store = InMemoryCredentialStore()
        let before = try await world.signedInApp(store: store).session()

        let restarted = try world.app(store: store, network: TestNetwork(nil))
        #expect(try await restarted.plugin.getCurrentUser().username == "ada")
        #expect(try await restarted.session() == before)
        #expect(restarted.network.operations.isEmpty)
        #expect(restarted.events.names == ["Auth.fetchSessionAPI"])
    }

    @Test func `a restart brings a guest back without a connection`() async throws {
        let world = try await World()
        let store = InMemoryCredentialStore()
        let before = try await world.app(store: store).session()
        let restarted = try world.app(store: store, network: TestNetwork(nil))
        #expect(try await restarted.session() == before)
    }

    @Test func `a restart after expiry still knows the user, and refreshes when it can`() async throws {
        let world = try await World()
        let store = InMemoryCredentialStore()
        _ = try await world.signedInApp(store: store)
        world.gatehouse.clock.advance(by: 3600)
        let restarted = try world.app(store: store)
        restarted.network.fail(.unreachable)
        #expect(try await restarted.plugin.getCurrentUser().username == "ada")
        #expect(try await restarted.session().isSignedIn)
        restarted.network.fail(nil)
        #expect(try await restarted.session().userPoolTokensResult.value != nil)
    }

    @Test func `a challenge does not survive a restart`() async throws {
        let world = try await World()
        try await world.makeTemporaryUser("ada", password: "Temporary-1")
        let store = InMemoryCredentialStore()
        _ = try await world.app(store: store).plugin.signIn(username: "ada", password: "Temporary-1")
        let restarted = try world.app(store: store)
        let refused = await failure { _ = try await restarted.plugin.confirmSignIn(challengeResponse: World.password) }
        #expect(refused == .anyInvalidState)
    }

    @Test func `a session rests in files that only their owner can read`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let world = try await World()
        _ = try await world.signedInApp(store: FileCredentialStore(directory: directory))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.contains { $0.contains("session") })
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.appending(path: name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let restarted = try world.app(store: FileCredentialStore(directory: directory), network: TestNetwork(nil))
        #expect(try await restarted.plugin.getCurrentUser().username == "ada")
    }
}
