// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The migration trigger, which imports users at a sign-in or a forgotten password.
@Suite(.hangLimit) struct UserMigrationTests {
    private static let found: [WireName: WireValue] = [
        "userAttributes": ["email": "old@example.com", "email_verified": "true"], "finalUserStatus": "CONFIRMED",
    ]

    private static func triggers(_ response: [WireName: WireValue]) -> ScriptedTriggers {
        ScriptedTriggers([.userMigration: { _ in .response(response) }])
    }

    @Test func `a user of the former directory who forgot the password is migrated and chooses a new one`() async throws
    {
        let triggers = Self.triggers(Self.found)
        let fixture = try await PoolFixture.make(triggers)
        _ = try await fixture.anyone.forgotPassword(
            ForgotPasswordRequest(clientId: fixture.client.id, username: "alice", clientMetadata: ["k": "v"]))
        let request = try #require(triggers.request("UserMigration_ForgotPassword"))
        #expect(request["clientMetadata"] == ["k": "v"])
        #expect(request["password"] == nil)
        #expect(fixture.gatehouse.messages(to: "old@example.com").count == 1)
        try await fixture.confirmForgotPassword()
        #expect(
            try await fixture.signInWithPassword("alice", PoolFixture.newPassword).authenticationResult != nil)
        #expect(triggers.events.count == 1)
    }

    @Test(
        arguments: [
            [:], ["userAttributes": nil], ["userAttributes": [:]], ["userAttributes": "x"],
            ["userAttributes": ["email": 1]], ["userAttributes": ["no_such": "x"]], ["userAttributes": ["sub": "x"]],
            ["userAttributes": ["email": "no address"]],
            ["userAttributes": ["email": "a@example.com"], "forceAliasCreation": "yes"],
        ] as [[WireName: WireValue]])
    func `a migration answer without a user imports no user`(_ response: [WireName: WireValue]) async throws {
        let fixture = try await PoolFixture.make(Self.triggers(response))
        #expect(
            try await fault { try await fixture.forgotPassword() }
                == ServiceFault(.userNotFound, "Exception migrating user in app client \(fixture.client.id)"))
        #expect(try await fault { _ = try await fixture.user() }?.code == .userNotFound)
    }

    @Test func `with hidden user names, a failed migration gets the usual answer`() async throws {
        let triggers = ScriptedTriggers([.userMigration: { _ in .failure(.functionError("who?")) }])
        let fixture = try await PoolFixture.make(triggers, hiding: true)
        #expect(try await fixture.forgotPassword("nobody") != nil)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `in a pool with aliases the migration trigger determines the user name`() async throws {
        let response: [WireName: WireValue] = [
            "userAttributes": ["username": "alice", "email": "old@example.com", "email_verified": "true"],
            "finalUserStatus": "CONFIRMED",
        ]
        let fixture = try await PoolFixture.make(Self.triggers(response)) { $0.aliasAttributes = [.email] }
        try await fixture.forgotPassword("old@example.com")
        #expect(try await fixture.user("old@example.com").username == "alice")
    }

    @Test func `an alias of another user is kept, also if the trigger forces the alias creation`() async throws {
        for insists in [false, true] {
            let response: [WireName: WireValue] = [
                "userAttributes": ["email": "bob@example.com", "email_verified": "true"],
                "finalUserStatus": "CONFIRMED", "forceAliasCreation": .bool(insists),
            ]
            let fixture = try await PoolFixture.make(Self.triggers(response)) { $0.aliasAttributes = [.email] }
            try await fixture.makeUser("bob")
            let result = try await fault { try await fixture.forgotPassword("alice") }
            #expect(result?.code == .aliasExists)
            #expect(try await fixture.user("bob@example.com").username == "bob")
        }
    }

    @Test func `an existing user is not migrated`() async throws {
        let triggers = Self.triggers(Self.found)
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        try await fixture.forgotPassword()
        #expect(triggers.events.isEmpty)
    }
}
