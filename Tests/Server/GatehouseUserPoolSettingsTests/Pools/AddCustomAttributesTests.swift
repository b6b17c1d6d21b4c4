// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct AddCustomAttributesTests {
    private func add(_ attributes: [SchemaAttributeType], to fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.addCustomAttributes(
            AddCustomAttributesRequest(userPoolId: fixture.poolID, customAttributes: attributes))
    }

    @Test func `an attribute that was added can be written, with its limits`() async throws {
        let fixture = try await PoolFixture.make()
        try await add(
            [
                SchemaAttributeType(
                    name: "size", attributeDataType: .string,
                    stringAttributeConstraints: StringAttributeConstraintsType(maxLength: "2"))
            ],
            to: fixture)
        let create = { (size: String) in
            _ = try await fixture.administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: fixture.poolID, username: "alice",
                    userAttributes: [AttributeType(name: "custom:size", value: size)], messageAction: .suppress))
        }
        #expect(try await fault { try await create("XXL") }?.code == .invalidParameter)
        try await create("XL")
    }

    @Test func `a name of a standard attribute makes a custom one beside it`() async throws {
        let fixture = try await PoolFixture.make()
        try await add([SchemaAttributeType(name: "email", attributeDataType: .number)], to: fixture)
        let pool = try await fixture.administrator.describeUserPool(
            DescribeUserPoolRequest(userPoolId: fixture.poolID)
        ).userPool
        #expect(pool?.schemaAttributes?.last?.name == "custom:email")
        #expect(pool?.schemaAttributes?.filter { $0.name == "email" }.first?.attributeDataType == .string)
    }

    @Test func `a taken name, a required attribute and one too many are refused, and nothing is added`() async throws {
        let fixture = try await PoolFixture.make()
        let attribute = { (name: String) in SchemaAttributeType(name: name, attributeDataType: .string) }
        try await add([attribute("a")], to: fixture)
        #expect(
            try await fault { try await add([attribute("b"), attribute("a")], to: fixture) }
                == .invalidParameter("custom:a: Existing attribute already has name custom:a."))
        let hidden = SchemaAttributeType(name: "banana", attributeDataType: .string, developerOnlyAttribute: true)
        try await add([hidden], to: fixture)
        #expect(
            try await fault { try await add([hidden], to: fixture) }
                == .invalidParameter("custom:banana: Existing attribute already has name custom:banana."))
        let required = SchemaAttributeType(name: "c", attributeDataType: .string, required: true)
        #expect(
            try await fault { try await add([required], to: fixture) }
                == .invalidParameter("Required custom attributes are not supported currently."))
        try await add((1...23).map { attribute("x\($0)") }, to: fixture)
        try await add((1...25).map { attribute("y\($0)") }, to: fixture)
        #expect(try await fault { try await add([attribute("b")], to: fixture) }?.code == .invalidParameter)
    }
}
