// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import Testing

@Suite struct DeleteUserTests {
    @Test func `a deletion that does not reach the service keeps the session`() async throws {
        let app = try await World().signedInApp()
        app.network.fail(.unreachable)
        let refused = await failure { try await app.plugin.deleteUser() }
        #expect(refused?.cause == .network)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        #expect(!app.events.names.contains("Auth.userDeleted"))
        app.network.fail(nil)
        try await app.plugin.deleteUser()
        #expect(app.events.names.suffix(2) == ["Auth.deleteUserAPI", "Auth.userDeleted"])
        #expect(!app.events.names.contains("Auth.signedOut"))
    }

    @Test func `a user whose account no longer exists is signed out, and the app gets the cause`() async throws {
        let app = try await World().signedInApp()
        app.network.answer(
            TransportResponse(status: 400, body: .init(#"{"__type":"UserNotFoundException","message":"gone"}"#.utf8))
        )
        #expect(await failure { try await app.plugin.deleteUser() }?.cause == .userNotFound)
        app.network.answer(nil)
        #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        #expect(!app.events.names.contains("Auth.userDeleted"))
    }

    @Test func `deleteUser without a signed-in user is refused`() async throws {
        let app = try await World().app()
        #expect(await failure { try await app.plugin.deleteUser() } == .anySignedOut)
        let alone = try await World().app(.userPoolOnly)
        #expect(await failure { try await alone.plugin.deleteUser() } == .anyConfiguration)
    }
}
