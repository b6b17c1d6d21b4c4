// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
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

    @Test func `two plugins in one process talk to two servers`() async throws {
        let first = try await World().signedInApp("ada")
        let second = try await World().signedInApp("ada")
        try await first.plugin.deleteUser()
        #expect(try await second.session(force: true).userPoolTokensResult.value != nil)
    }
}
