// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseSession
import Testing

@Suite struct SideBySideTests {
    @Test func `two plugins in one process hold two users`() async throws {
        let world = try await World()
        let first = try await world.signedInApp("ada")
        let second = try await world.signedInApp("grace")
        #expect(try await first.plugin.getCurrentUser().username == "ada")
        #expect(try await second.plugin.getCurrentUser().username == "grace")
        #expect(try await first.signOut().signedOutLocally)
        #expect(try await second.session().isSignedIn)
        #expect(!second.events.names.contains("Auth.signedOut"))
    }

    @Test func `two plugins with different pools share the default store over restarts`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let world = try await World()
        let worlds = [world, try await World(on: world.gatehouse)]
        for (world, name) in zip(worlds, ["ada", "grace"]) {
            _ = try await world.signedInApp(name, store: FileCredentialStore(directory: directory))
        }
        for order in [[0, 1], [1, 0]] {
            for index in order {
                let store = FileCredentialStore(directory: directory)
                let app = try worlds[index].app(store: store, network: TestNetwork(nil))
                #expect(try await app.session().isSignedIn)
                #expect(try await app.plugin.getCurrentUser().username == ["ada", "grace"][index])
            }
        }
    }

    @Test func `two plugins in one process talk to two servers`() async throws {
        let first = try await World().signedInApp("ada")
        let second = try await World().signedInApp("ada")
        try await first.plugin.deleteUser()
        #expect(try await second.session(force: true).userPoolTokensResult.value != nil)
    }
}
