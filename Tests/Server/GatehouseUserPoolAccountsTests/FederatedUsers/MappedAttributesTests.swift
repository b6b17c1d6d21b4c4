// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("Attributes that are mapped from a provider")
struct MappedAttributesTests {
    private func fixture(_ mapping: [String: String]) async throws -> PoolFixture {
        let pool = PoolFixture.request {
            $0.schema = [
                SchemaAttributeType(name: "roles", attributeDataType: .string, mutable: true),
                SchemaAttributeType(name: "badge", attributeDataType: .string, mutable: false),
                SchemaAttributeType(
                    name: "token", attributeDataType: .string, mutable: true,
                    stringAttributeConstraints: StringAttributeConstraintsType(minLength: "0", maxLength: "2048")),
            ]
        }
        let fixture = try await PoolFixture.withProviders(pool: pool)
        try await fixture.map(mapping)
        return fixture
    }

    @Test("Each sign-in writes changed values, keeps those of missing claims, and clears those of blank ones")
    func everySignIn() async throws {
        let fixture = try await fixture(["email": "email", "name": "name", "nickname": "nick"])
        _ = try await fixture.federate(claims: ["email": "a@example.com", "name": "Ada", "nick": "al"])
        let user = try await fixture.federate(claims: ["email": "b@example.com", "nick": " "]).user
        #expect(user.attributes["email"] == "b@example.com")
        #expect(user.attributes["name"] == "Ada")
        #expect(user.attributes["nickname"] == nil)
        #expect(try await fixture.attributes(of: "Google_g1")["email"] == "b@example.com")
    }

    @Test("An address is verified only while a claim says so")
    func verification() async throws {
        let fixture = try await fixture(["email": "email", "email_verified": "email_verified"])
        var user = try await fixture.federate(claims: ["email": "a@example.com", "email_verified": true]).user
        #expect(user.attributes["email_verified"] == "true")
        user = try await fixture.federate(claims: ["email": "b@example.com"]).user
        #expect(user.attributes["email_verified"] == "false")
        user = try await fixture.federate(claims: ["email": "b@example.com", "email_verified": "TRUE"]).user
        #expect(user.attributes["email_verified"] == "true")
        user = try await fixture.federate(claims: ["email_verified": "yes"]).user
        #expect(user.attributes["email_verified"] == "false")
    }

    @Test("Numbers, truth values and several values become texts")
    func texts() async throws {
        let fixture = try await fixture(["custom:roles": "groups", "name": "level", "nickname": "flag"])
        let claims: [WireName: WireValue] = ["groups": ["a b", "c,d"], "level": 7, "flag": true]
        let user = try await fixture.federate(claims: claims).user
        #expect(user.attributes["custom:roles"] == "[a+b, c%2Cd]")
        #expect(user.attributes["name"] == "7")
        #expect(user.attributes["nickname"] == "true")
        #expect(try await fixture.federate(claims: ["groups": ["a b"]]).user.attributes["custom:roles"] == "a b")
    }

    @Test("A later value of an immutable attribute is refused, and an equal one is not")
    func immutable() async throws {
        let fixture = try await fixture(["custom:badge": "badge"])
        _ = try await fixture.federate(claims: ["badge": "1"])
        _ = try await fixture.federate(claims: ["badge": "1"])
        let refusal = try await fault { _ = try await fixture.federate(claims: ["badge": "2"]) }
        #expect(refusal == .invalidParameter("user.custom:badge: Attribute cannot be updated."))
        #expect(try await fixture.attributes(of: "Google_g1")["custom:badge"] == "1")
    }

    @Test("A required attribute without a claim fails the sign-in, and leaves no user")
    func required() async throws {
        let pool = PoolFixture.request { $0.schema = [SchemaAttributeType(name: "email", required: true)] }
        let fixture = try await PoolFixture.make(pool: pool)
        try await fixture.addProvider("corp")
        try await fixture.map(["email": "email"], at: "corp")
        let refusal = try await fault { _ = try await fixture.federate("corp", "c1", claims: ["name": "Ada"]) }
        #expect(refusal == .invalidParameter("attributes required: [email]"))
        #expect(try await fault { _ = try await fixture.user("corp_c1") }?.code == .userNotFound)
        _ = try await fixture.federate("corp", "c1", claims: ["email": "a@example.com"])
        let cleared = try await fault { _ = try await fixture.federate("corp", "c1", claims: ["email": ""]) }
        #expect(cleared == .invalidParameter("attributes required: [email]"))
    }

    @Test("An attribute that the client may not write is passed over, with its flag")
    func unwritable() async throws {
        let fixture = try await PoolFixture.make { $0.writeAttributes = ["name"] }
        try await fixture.addProvider("corp")
        try await fixture.map(["email": "email", "email_verified": "email_verified", "name": "name"], at: "corp")
        let claims: [WireName: WireValue] = ["email": "a@example.com", "email_verified": true, "name": "Ada"]
        let user = try await fixture.federate("corp", "c1", claims: claims).user
        #expect(user.attributes["name"] == "Ada")
        #expect(user.attributes["email"] == nil)
        #expect(user.attributes["email_verified"] == nil)
    }

    @Test("A token of the provider can be mapped to an attribute of 2048 characters")
    func tokens() async throws {
        let fixture = try await fixture(["custom:token": "access_token"])
        let token = String(repeating: "t", count: 2_048)
        let user = try await fixture.federate(tokens: ["access_token": .string(token)]).user
        #expect(user.attributes["custom:token"] == token)
        let long = WireValue.string(token + "t")
        #expect(try await fault { _ = try await fixture.federate(tokens: ["access_token": long]) } != nil)
    }

    @Test("A malformed address is refused")
    func malformed() async throws {
        let fixture = try await fixture(["email": "email"])
        #expect(try await fault { _ = try await fixture.federate(claims: ["email": "nothing"]) } != nil)
        #expect(try await fault { _ = try await fixture.user("Google_g1") }?.code == .userNotFound)
    }

    @Test("The name that Apple's browser response has is mapped, and gives way to a claim of the provider")
    func spoken() async throws {
        let fixture = try await fixture(["given_name": "firstName", "email": "email"])
        let user = try await fixture.federate(
            claims: ["email": "a@example.com"], spoken: ["firstName": "Ada", "email": "victim@example.com"]
        ).user
        #expect(user.attributes["given_name"] == "Ada")
        #expect(user.attributes["email"] == "a@example.com")
    }
}
