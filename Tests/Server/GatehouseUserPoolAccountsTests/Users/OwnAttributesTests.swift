// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct OwnAttributesTests {
    private static let verifiedFirst = UserAttributeUpdateSettingsType(
        attributesRequireVerificationBeforeUpdate: [.email])

    private func signedIn(
        _ pool: CreateUserPoolRequest = PoolFixture.request { _ in },
        changing change: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> (PoolFixture, String) {
        let fixture = try await PoolFixture.make(pool: pool, changing: change)
        try await fixture.makeUser()
        return (fixture, try await fixture.accessToken())
    }

    private func makeUser(_ fixture: PoolFixture, _ address: String) async throws {
        try await fixture.gatehouse.makeUser(
            address, password: PoolFixture.password, inPool: fixture.poolID, attributes: ["email_verified": "true"])
    }

    /// A pool in which an address is the user name, with one user.
    private func signedInByAddress(
        _ settings: UserAttributeUpdateSettingsType? = nil
    ) async throws -> (PoolFixture, String) {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.usernameAttributes = [.email]
                $0.userAttributeUpdateSettings = settings
            })
        try await makeUser(fixture, "alice@example.com")
        return (fixture, try await fixture.accessToken("alice@example.com"))
    }

    @Test func `values are written, and an empty one takes the attribute away`() async throws {
        let (fixture, token) = try await signedIn()
        #expect(try await fixture.update(["name": "Alice", "nickname": "Al"], token: token) == nil)
        try await fixture.update(["nickname": ""], token: token)
        let attributes = try await fixture.ownAttributes(token: token)
        #expect(attributes["name"] == "Alice" && attributes["nickname"] == nil)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `a new address is unverified at once, until its code is entered`() async throws {
        let (fixture, token) = try await signedIn()
        let sent = try await fixture.update(["email": "new@example.com"], token: token)
        #expect(
            sent == [
                CodeDeliveryDetailsType(
                    destination: "n***@e***", deliveryMedium: .email, attributeName: "email")
            ])
        #expect(fixture.gatehouse.messages(to: "new@example.com").first?.kind == "UpdateUserAttribute")
        let unverified = ["email": "new@example.com", "email_verified": "false"]
        #expect(try await fixture.ownAttributes(token: token) == unverified)
        try await fixture.verify(token: token)
        #expect(try await fixture.ownAttributes(token: token)["email_verified"] == "true")
    }

    @Test func `a value that is there already stays verified`() async throws {
        let (fixture, token) = try await signedIn()
        #expect(try await fixture.update(["email": "alice@example.com"], token: token) == nil)
        #expect(try await fixture.ownAttributes(token: token)["email_verified"] == "true")
    }

    @Test func `with verification before update, the old address stays until the user enters the code`() async throws {
        let (fixture, token) = try await signedIn(
            PoolFixture.request { $0.userAttributeUpdateSettings = Self.verifiedFirst })
        try await fixture.update(["email": "new@example.com"], token: token)
        let old = ["email": "alice@example.com", "email_verified": "true"]
        #expect(try await fixture.ownAttributes(token: token) == old)
        #expect(try await fixture.sendCode(token: token)?.destination == "n***@e***")
        #expect(try await fault { try await fixture.verify(code: fixture.wrongCode, token: token) } == .wrongCode)
        try await fixture.verify(token: token)
        let new = ["email": "new@example.com", "email_verified": "true"]
        #expect(try await fixture.ownAttributes(token: token) == new)
    }

    @Test func `writing the old address takes back a change that waits`() async throws {
        let (fixture, token) = try await signedIn(
            PoolFixture.request { $0.userAttributeUpdateSettings = Self.verifiedFirst })
        try await fixture.update(["email": "new@example.com"], token: token)
        try await fixture.update(["email": "alice@example.com"], token: token)
        #expect(try await fault { try await fixture.verify(token: token) } == .expiredCode)
        #expect(try await fixture.ownAttributes(token: token)["email"] == "alice@example.com")
    }

    @Test(arguments: [false, true])
    func `an address that is the user name moves at once, or with the code`(_ waits: Bool) async throws {
        let (fixture, token) = try await signedInByAddress(waits ? Self.verifiedFirst : nil)
        try await fixture.update(["email": "new@example.com"], token: token)
        _ = try await fixture.tokens(waits ? "alice@example.com" : "new@example.com")
        try await fixture.verify(token: token)
        _ = try await fixture.tokens("new@example.com")
        let refusal = try await fault { _ = try await fixture.tokens("alice@example.com") }
        #expect(refusal == .noSuchUser)
    }

    @Test(arguments: [false, true])
    func `an address that is another user's user name is refused`(_ waits: Bool) async throws {
        let (fixture, token) = try await signedInByAddress(waits ? Self.verifiedFirst : nil)
        try await makeUser(fixture, "bob@example.com")
        let refusal = try await fault { try await fixture.update(["email": "bob@example.com"], token: token) }
        #expect(refusal == ServiceFault(.aliasExists, "An account with the given email already exists."))
        #expect(try await fixture.ownAttributes(token: token)["email"] == "alice@example.com")
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `the address that is the user name cannot be deleted`() async throws {
        let (fixture, token) = try await signedInByAddress()
        #expect(try await fault { try await fixture.deleteAttributes(["email"], token: token) } != nil)
        #expect(try await fault { try await fixture.update(["email": ""], token: token) } != nil)
        _ = try await fixture.tokens("alice@example.com")
    }

    @Test(arguments: ["sub", "email_verified", "phone_number_verified", "custom:fixed"])
    func `changing or deleting an immutable attribute is refused with its name`(_ name: String) async throws {
        let (fixture, token) = try await signedIn(
            PoolFixture.request {
                $0.schema = [SchemaAttributeType(name: "fixed", attributeDataType: .string, mutable: false)]
            })
        let expected = ServiceFault.invalidParameter("Cannot modify the non-mutable attribute \(name)")
        #expect(try await fault { try await fixture.update([name: "true"], token: token) } == expected)
        #expect(try await fault { try await fixture.deleteAttributes([name], token: token) } == expected)
    }

    @Test(arguments: ["name", "identities", "dev:custom:notes"])
    func `an attribute outside the client's write attributes cannot be changed or deleted`(_ name: String) async throws
    {
        let (fixture, token) = try await signedIn(
            PoolFixture.request {
                $0.schema = [
                    SchemaAttributeType(name: "notes", attributeDataType: .string, developerOnlyAttribute: true)
                ]
            }
        ) { $0.writeAttributes = ["email", "identities", "dev:custom:notes"] }
        let expected = ServiceFault(.notAuthorized, "A client attempted to write unauthorized attribute")
        #expect(try await fault { try await fixture.update([name: "x"], token: token) } == expected)
        #expect(try await fault { try await fixture.deleteAttributes([name], token: token) } == expected)
    }

    @Test func `a required attribute cannot be deleted or emptied`() async throws {
        let (fixture, token) = try await signedIn(
            PoolFixture.request { $0.schema = [SchemaAttributeType(name: "email", required: true)] })
        let expected = ServiceFault.invalidParameter(
            "Attributes did not conform to the schema: email: The attribute is required\n")
        #expect(try await fault { try await fixture.deleteAttributes(["email"], token: token) } == expected)
        #expect(try await fault { try await fixture.update(["email": ""], token: token) } == expected)
    }

    @Test func `deleting an address deletes its flag, its code and its alias`() async throws {
        let (fixture, token) = try await signedIn(PoolFixture.request { $0.aliasAttributes = [.email] })
        try await fixture.sendCode(token: token)
        try await fixture.deleteAttributes(["email"], token: token)
        #expect(try await fixture.ownAttributes(token: token).isEmpty)
        #expect(try await fault { try await fixture.verify(token: token) } == .expiredCode)
        #expect(try await fault { _ = try await fixture.tokens("alice@example.com") } == .noSuchUser)
    }

    @Test func `deleting an attribute that the pool does not know is refused`() async throws {
        let (fixture, token) = try await signedIn()
        let refusal = try await fault { try await fixture.deleteAttributes(["custom:x"], token: token) }
        #expect(
            refusal
                == .invalidParameter(
                    "Invalid user attributes: user.custom:x: Attribute does not exist in the schema.\n"))
    }
}
