// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ProviderMappingTests {
    private static let apple = PoolFixture.social.merging(["team_id": "T", "key_id": "K", "private_key": "P"]) { $1 }

    @Test(arguments: [
        (IdentityProviderTypeType.google, "sub"), (.facebook, "id"), (.loginWithAmazon, "user_id"),
        (.signInWithApple, "sub"),
    ])
    func `the user name comes from the provider's own id`(
        _ type: IdentityProviderTypeType, _ claim: String
    ) async throws {
        let fixture = try await PoolFixture.make()
        let made = try await fixture.createProvider(
            type.rawValue, type, details: Self.apple, mapping: ["email": "mail"])
        #expect(made.attributeMapping == ["email": "mail", "username": claim])
        #expect(try await fixture.updateProvider(type.rawValue, mapping: [:]).attributeMapping == ["username": claim])
        #expect(
            try await fixture.updateProvider(type.rawValue, mapping: ["username": claim]).attributeMapping
                == ["username": claim])
        #expect(
            try await fault { try await fixture.updateProvider(type.rawValue, mapping: ["username": "email"]) }
                == .invalidParameter("AttributeMapping contains invalid mapping: [username]"))
    }

    @Test func `attributes that the pool does not have, or that no claim sets, are refused`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.schema = [SchemaAttributeType(name: "team", attributeDataType: .string)] })
        for (mapping, names) in [
            (["custom:foo": "foo", "email": "email", "unknown": "x"], "custom:foo, unknown"),
            (["sub": "sub"], "sub"), (["identities": "x"], "identities"), (["email": ""], "email"),
        ] {
            #expect(
                try await fault { try await fixture.createProvider(mapping: mapping) }
                    == .invalidParameter("AttributeMapping contains invalid mapping: [\(names)]"))
        }
        let made = try await fixture.createProvider(mapping: ["custom:team": "hd", "email_verified": "email_verified"])
        #expect(
            made.attributeMapping
                == ["custom:team": "hd", "email_verified": "email_verified", "username": "sub"])
    }
}
