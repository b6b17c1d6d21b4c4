// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct AdminLinkProviderForUserTests {
    private static let linked = ServiceFault.invalidParameter("SourceUser is already linked to DestinationUser")
    private static let merging = ServiceFault.invalidParameter(
        "Merging is not currently supported, provide a SourceUser that has not been signed up in order to link")

    @Test func `a link is an entry of the user's identities, in attributes and in ID tokens`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link()
        let created = Int64(fixture.gatehouse.clock.now.timeIntervalSince1970 * 1_000)
        #expect(
            try await fixture.identities() == [
                [
                    "userId": "g1", "providerName": "Google", "providerType": "Google", "issuer": nil,
                    "primary": false, "dateCreated": .integer(created),
                ]
            ])
        let tokens = try await fixture.tokens()
        #expect(
            try claims(tokens.idToken)["identities"] == [
                [
                    "userId": "g1", "providerName": "Google", "providerType": "Google", "issuer": nil,
                    "primary": "false", "dateCreated": .string(String(created)),
                ]
            ])
        #expect(try claims(tokens.accessToken)["identities"] == nil)
    }

    @Test func `people without a link have no identities`() async throws {
        let fixture = try await PoolFixture.withProviders()
        #expect(try await fixture.identities().isEmpty)
        #expect(try claims(try await fixture.tokens().idToken)["identities"] == nil)
    }

    @Test func `a person signs in as one user`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeUser("bob")
        try await fixture.link()
        #expect(try await fault { try await fixture.link() } == Self.linked)
        #expect(try await fault { try await fixture.link(to: "bob") }?.code == .aliasExists)
        #expect(try await fixture.identities().count == 1)
        #expect(try await fixture.identities(of: "bob").isEmpty)
    }

    @Test func `a person is found by the exact provider, attribute and value`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeUser("bob")
        try await fixture.makeUser("eve")
        try await fixture.link("corp", "G1", by: "Cognito_Subject")
        try await fixture.link("corp", "g1", by: "Cognito_Subject", to: "bob")
        try await fixture.link("corp", "g1", by: "email", to: "eve")
        try await fixture.link("Google", "g1", to: "eve")
        #expect(try await fixture.identities().map { $0["userId"] } == ["G1"])
        #expect(try await fixture.identities(of: "bob").count == 1)
        #expect(try await fixture.identities(of: "eve").count == 2)
    }

    @Test func `a person who has signed in is not merged, whatever their user is called`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeFederatedUser("Google", "g1")
        #expect(try await fault { try await fixture.link() } == Self.merging)
        // A local user may have a name like those of federated users.
        try await fixture.makeUser("Google_g2")
        try await fixture.link("Google", "g2")
        #expect(try await fixture.identities().map { $0["userId"] } == ["g2"])
        #expect(try await fixture.identities(of: "Google_g2").isEmpty)
    }

    @Test func `a person can be linked to a federated user, by their id at the provider`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeFederatedUser("Google", "g1")
        try await fixture.link("corp", "c1", to: "g1", at: "Google")
        #expect(try await fixture.identities(of: "Google_g1").map { $0["userId"] } == ["g1", "c1"])
        #expect(try await fixture.identities(of: "Google_g1").map { $0["primary"] } == [true, false])
        // A linked identity is no federated user.
        try await fixture.link("Google", "g2")
        for (value, provider) in [("g2", "Google"), ("g9", "Google"), ("g1", "corp")] {
            #expect(
                try await fault { try await fixture.link("corp", "c2", to: value, at: provider) } == .noSuchUser)
        }
    }

    @Test func `a user has at most five identities`() async throws {
        let fixture = try await PoolFixture.withProviders()
        for number in 0..<5 { try await fixture.link("corp", "c\(number)") }
        #expect(try await fault { try await fixture.link("corp", "c5") }?.code == .limitExceeded)
        #expect(try await fixture.identities().count == 5)
        try await fixture.disable("corp", "c0")
        let found = try await faults(4) { number in try await fixture.link("corp", "d\(number)") }
        #expect(found.filter { $0 == nil }.count == 1)
        #expect(try await fixture.identities().count == 5)
    }

    @Test func `a user of the pool is named by the stored user name, not by an alias`() async throws {
        let fixture = try await PoolFixture.withProviders(pool: PoolFixture.request { $0.aliasAttributes = [.email] })
        #expect(try await fault { try await fixture.link(to: "alice@example.com") } == .noSuchUser)
        #expect(try await fault { try await fixture.link(to: "missing") } == .noSuchUser)
        try await fixture.link()
    }

    @Test func `a user name ignores case where the pool does`() async throws {
        let fixture = try await PoolFixture.withProviders(
            pool: PoolFixture.request { $0.usernameConfiguration = UsernameConfigurationType(caseSensitive: false) })
        try await fixture.link(to: "ALICE")
        // The provider's ids do not.
        try await fixture.link("Google", "G1")
        #expect(try await fixture.identities().count == 2)
    }

    @Test(arguments: ["Cognito", "COGNITO"])
    func `a user of the pool is no source`(_ provider: String) async throws {
        let fixture = try await PoolFixture.withProviders()
        #expect(
            try await fault { try await fixture.link(provider, "bob") }
                == .invalidParameter(
                    "Invalid SourceUser: Cognito users with a username/password may not be passed in as a "
                        + "SourceUser, only as a DestinationUser"))
    }

    @Test func `a request that names no person or no user is refused`() async throws {
        let fixture = try await PoolFixture.withProviders()
        let calls: [() async throws -> Void] = [
            { try await fixture.link(nil) }, { try await fixture.link("Google", nil) },
            { try await fixture.link("Google", "") }, { try await fixture.link(by: nil) },
            { try await fixture.link(by: "email") }, { try await fixture.link("Google", "a\0b") },
            { try await fixture.link("Google", String(repeating: "x", count: 1_025)) },
            { try await fixture.link("corp", by: String(repeating: "x", count: 257)) },
            { try await fixture.link(to: nil) }, { try await fixture.link(at: nil) },
        ]
        for call in calls { #expect(try await fault(call)?.code == .invalidParameter) }
        for provider in ["Facebook", "google"] {
            #expect(try await fault { try await fixture.link(provider) } == .noSuchIdentityProvider(provider))
        }
        #expect(try await fixture.identities().isEmpty)
    }

    @Test func `providers and users of another pool are not found`() async throws {
        let fixture = try await PoolFixture.withProviders()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await other.makeUser("bob")
        #expect(try await fault { try await other.link(to: "bob") } == .noSuchIdentityProvider("Google"))
        #expect(try await fault { try await fixture.link(to: "bob") } == .noSuchUser)
        let third = try await PoolFixture.withProviders(on: fixture.gatehouse)
        try await fixture.link()
        try await third.link()
        try await third.disable()
        #expect(try await fixture.identities().count == 1)
        #expect(try await third.identities().isEmpty)
    }

    @Test func `a user with an immutable attribute cannot be linked`() async throws {
        let fixture = try await PoolFixture.withProviders(
            pool: PoolFixture.request { $0.schema = [SchemaAttributeType(name: "email", mutable: false)] })
        #expect(
            try await fault { try await fixture.link() }
                == .invalidParameter("user.email: Attribute cannot be updated."))
    }

    @Test func `identities go with their user`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link()
        _ = try await fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "alice"))
        try await fixture.makeUser("bob")
        try await fixture.link(to: "bob")
        #expect(try await fixture.identities(of: "bob").count == 1)
    }

    @Test func `the attribute of identities cannot be written`() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link()
        let forged = AttributeType(name: "identities", value: #"[{"userId": "g2", "providerName": "Google"}]"#)
        let expected = ServiceFault.invalidParameter("Cannot modify the non-mutable attribute identities")
        let update = AdminUpdateUserAttributesRequest(
            userPoolId: fixture.poolID, username: "alice", userAttributes: [forged])
        #expect(
            try await fault { _ = try await fixture.administrator.adminUpdateUserAttributes(update) } == expected)
        let removal = AdminDeleteUserAttributesRequest(
            userPoolId: fixture.poolID, username: "alice", userAttributeNames: ["identities"])
        #expect(
            try await fault { _ = try await fixture.administrator.adminDeleteUserAttributes(removal) } == expected)
        let creation = AdminCreateUserRequest(
            userPoolId: fixture.poolID, username: "eve", userAttributes: [forged], messageAction: .suppress)
        #expect(try await fault { _ = try await fixture.administrator.adminCreateUser(creation) } == expected)
        let token = try await fixture.accessToken()
        #expect(
            try await fault { _ = try await fixture.update(["identities": "[]"], token: token) }?.code
                == .notAuthorized)
        #expect(try await fixture.identities().count == 1)
    }
}
