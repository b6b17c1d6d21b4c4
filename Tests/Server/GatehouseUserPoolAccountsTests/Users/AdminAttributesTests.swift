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
import GatehouseWire
import Testing

@Suite struct AdminAttributesTests {
    private func update(
        _ fixture: PoolFixture, _ values: [String: String], of username: String = "alice"
    ) async throws {
        _ = try await fixture.administrator.adminUpdateUserAttributes(
            AdminUpdateUserAttributesRequest(
                userPoolId: fixture.poolID, username: username,
                userAttributes: values.map { AttributeType(name: $0.key, value: $0.value) }))
    }

    private func delete(_ fixture: PoolFixture, _ names: [String]) async throws {
        _ = try await fixture.administrator.adminDeleteUserAttributes(
            AdminDeleteUserAttributesRequest(
                userPoolId: fixture.poolID, username: "alice", userAttributeNames: names))
    }

    private func attributes(_ fixture: PoolFixture, of username: String = "alice") async throws -> [String: String] {
        let user = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: username))
        let pairs = (user.userAttributes ?? []).map { ($0.name, $0.value ?? "") }
        return Dictionary(pairs) { $1 }.filter { $0.key != "sub" }
    }

    private func fixture(
        _ pool: CreateUserPoolRequest = CreateUserPoolRequest(poolName: "test", autoVerifiedAttributes: [.email])
    ) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make(pool: pool)
        try await fixture.makeUser()
        return fixture
    }

    @Test func `values are written, and an empty one deletes`() async throws {
        let fixture = try await fixture()
        try await update(fixture, ["name": "Alice", "nickname": "Al"])
        try await update(fixture, ["name": "Alice Liddell", "nickname": ""])
        let attributes = try await attributes(fixture)
        #expect(attributes["name"] == "Alice Liddell" && attributes["nickname"] == nil)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `a new address starts unverified and gets a code`() async throws {
        let fixture = try await fixture()
        try await update(fixture, ["email": "new@example.com"])
        #expect(try await attributes(fixture) == ["email": "new@example.com", "email_verified": "false"])
        #expect(fixture.gatehouse.messages().map(\.recipient) == ["new@example.com"])
    }

    @Test func `an administrator's verified address needs no code`() async throws {
        let fixture = try await fixture()
        try await update(fixture, ["email": "new@example.com", "email_verified": "True"])
        #expect(try await attributes(fixture) == ["email": "new@example.com", "email_verified": "true"])
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `the same address again changes nothing`() async throws {
        let fixture = try await fixture()
        try await update(fixture, ["email": "alice@example.com"])
        #expect(try await attributes(fixture)["email_verified"] == "true")
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `an attribute that the pool does not verify gets no code`() async throws {
        let fixture = try await fixture()
        try await update(fixture, ["phone_number": "+12025550143"])
        #expect(try await attributes(fixture)["phone_number_verified"] == "false")
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    private static let verifiesFirst = CreateUserPoolRequest(
        poolName: "test", autoVerifiedAttributes: [.email],
        userAttributeUpdateSettings: UserAttributeUpdateSettingsType(
            attributesRequireVerificationBeforeUpdate: [.email]))

    @Test func `with verification before update, the old address stays until the new one is verified`() async throws {
        let fixture = try await fixture(Self.verifiesFirst)
        try await update(fixture, ["email": "new@example.com", "email_verified": "false"])
        #expect(try await attributes(fixture) == ["email": "alice@example.com", "email_verified": "true"])
        #expect(fixture.gatehouse.messages().map(\.recipient) == ["new@example.com"])
        try await update(fixture, ["email": "newer@example.com", "email_verified": "true"])
        #expect(try await attributes(fixture) == ["email": "newer@example.com", "email_verified": "true"])
    }

    @Test(arguments: ["third@example.com", "alice@example.com"])
    func `an administrator's later change voids the code of a pending address`(decision: String) async throws {
        let fixture = try await fixture(Self.verifiesFirst)
        try await update(fixture, ["email": "new@example.com"])
        try await update(fixture, ["email": decision, "email_verified": "true"])
        let poolID = fixture.poolID
        let open = try await fixture.administrator.pools.records.read { store in
            let pool = try store.existingPool(poolID)
            let user = try store.existingUser("alice", in: pool)
            return try store.code(.attribute("email"), ofUser: user.sub, inPool: poolID)
        }
        #expect(open == nil)
    }

    @Test func `faults name the attribute that cannot be written`() async throws {
        let fixture = try await fixture(
            CreateUserPoolRequest(
                poolName: "test",
                schema: [
                    SchemaAttributeType(name: "badge", attributeDataType: .string, mutable: false),
                    SchemaAttributeType(name: "email", required: true),
                ]))
        let table = [
            ("custom:none", "1", "user.custom:none: Attribute does not exist in the schema."),
            ("custom:badge", "1", "user.custom:badge: Attribute cannot be updated."),
            ("sub", "1", "Cannot modify the non-mutable attribute sub"),
            ("email", "nowhere", "Invalid email address format."),
            ("email", "", "Attributes did not conform to the schema: email: The attribute is required\n"),
        ]
        for (name, value, text) in table {
            #expect(try await fault { try await update(fixture, [name: value]) } == .invalidParameter(text))
        }
    }

    @Test func `attributes are deleted, an address with its flag`() async throws {
        let fixture = try await fixture()
        try await update(fixture, ["name": "Alice"])
        try await delete(fixture, ["email"])
        #expect(try await attributes(fixture) == ["name": "Alice"])
        #expect(
            try await fault { try await delete(fixture, ["custom:none", "name"]) }
                == .invalidParameter(
                    "Invalid user attributes: user.custom:none: Attribute does not exist in the schema.\n"))
        #expect(try await attributes(fixture) == ["name": "Alice"])
    }

    @Test func `an alias follows the verified attribute`() async throws {
        let fixture = try await fixture(
            CreateUserPoolRequest(poolName: "test", autoVerifiedAttributes: [.email], aliasAttributes: [.email]))
        try await update(fixture, ["email": "new@example.com", "email_verified": "true"])
        #expect(try await attributes(fixture, of: "new@example.com")["email"] == "new@example.com")
        #expect(try await fault { _ = try await attributes(fixture, of: "alice@example.com") } == .noSuchUser)
        try await delete(fixture, ["email_verified"])
        #expect(try await fault { _ = try await attributes(fixture, of: "new@example.com") } == .noSuchUser)
    }

    @Test func `an address that is the user name must be unique and cannot be deleted`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test", autoVerifiedAttributes: [.email], usernameAttributes: [.email, .phoneNumber],
                userAttributeUpdateSettings: UserAttributeUpdateSettingsType(
                    attributesRequireVerificationBeforeUpdate: [.email])))
        for name in ["alice@example.com", "bob@example.com"] {
            try await fixture.gatehouse.makeUser(name, password: PoolFixture.password, inPool: fixture.poolID)
        }
        let taken = try await fault {
            try await update(fixture, ["email": "bob@example.com"], of: "alice@example.com")
        }
        #expect(taken == ServiceFault(.aliasExists, "An account with the given email already exists."))
        let gone = try await fault {
            try await update(fixture, ["email": "", "phone_number": "+12025550143"], of: "alice@example.com")
        }
        #expect(gone?.code == .invalidParameter)
    }
}
