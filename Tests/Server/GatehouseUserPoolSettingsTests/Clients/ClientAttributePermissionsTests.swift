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

@Suite struct ClientAttributePermissionsTests {
    private func make(reading: [String]? = nil, writing: [String]? = nil) async throws -> ServiceFault? {
        try await fault {
            _ = try await PoolFixture.make(
                pool: PoolFixture.request {
                    $0.schema = [
                        SchemaAttributeType(name: "email", required: true),
                        SchemaAttributeType(name: "size", attributeDataType: .string),
                    ]
                }
            ) {
                $0.readAttributes = reading
                $0.writeAttributes = writing
            }
        }
    }

    @Test func `attributes of the pool may be listed`() async throws {
        #expect(try await make(reading: ["email_verified", "custom:size"], writing: ["email", "custom:size"]) == nil)
        #expect(try await make(reading: [], writing: []) == nil)
    }

    @Test func `an attribute that the pool does not have cannot be read`() async throws {
        let refusal = try await make(reading: ["email", "custom:other"])
        #expect(refusal == .invalidParameter("Invalid read attributes specified while creating a client"))
    }

    @Test(arguments: [
        ["email", "custom:other"], ["email", "email_verified"], ["email", "phone_number_verified"], ["email", "sub"],
        ["custom:size"],
    ])
    func `read-only attributes cannot be writable, required ones must be`(_ names: [String]) async throws {
        let refusal = try await make(writing: names)
        #expect(refusal == .invalidParameter("Invalid write attributes specified while creating a client"))
    }
}
