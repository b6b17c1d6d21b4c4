// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

@Suite struct RoleTrustTests {
    private static let unusable = "Invalid identity pool configuration. Check assigned IAM roles for this pool."

    private static func expectUnusable(_ house: House, _ identity: String, _ logins: [String: String]? = nil) async {
        let fault = await #expect(throws: ServiceFault.self) { try await house.credentials(identity, logins) }
        #expect(fault?.code == .invalidIdentityPoolConfiguration)
        #expect(fault?.message == unusable)
    }

    @Test func `while no role is registered, a pool's roles are accepted as they are`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        #expect(try await house.credentials(house.id(in: pool)).credentials != nil)
    }

    @Test func `once a role is registered, a role that is not registered gives no credentials`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        try await house.registerRole("Other", trust: House.trust(pool: pool))
        await Self.expectUnusable(house, guest)
        try await house.registerRole("Guests", trust: House.trust(pool: pool, amr: "unauthenticated"))
        #expect(try await house.credentials(guest).credentials != nil)
    }

    @Test func `a role of dev is checked by its trust, and others are accepted as they are beside it`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        func guests(trusting pool: String) throws -> Role {
            let json = #"""
                {"trustPolicy":{"Version":"2012-10-17","Statement":[\#(House.trust(pool: pool))]}}
                """#
            return try Role(name: "Guests", document: WireValue(accessJSON: Array(json.utf8)))
        }
        try await house.securityTokens.registry.provide(guests(trusting: "us-east-1:other"))
        await Self.expectUnusable(house, guest)
        // The role for users is not registered.
        let login = try house.issuer.login(as: "alice")
        #expect(try await house.credentials(house.id(in: pool, login), login).credentials != nil)
        try await house.securityTokens.registry.provide(guests(trusting: pool))
        #expect(try await house.credentials(guest).credentials != nil)
        try await house.registerRole("Other", trust: House.trust(pool: pool))
        #expect(try await house.credentials(guest).credentials != nil)
        let arns = try await house.pools.unregisteredRoles().map(\.arn)
        #expect(arns == [House.authenticatedRole])
    }

    @Test func `a role that trusts pool B gives no credentials to the identities of pool A`() async throws {
        let house = try await House()
        let (first, second) = (try await house.makePool(), try await house.makePool())
        let guest = try await house.id(in: first)
        try await house.registerRole("Guests", trust: House.trust(pool: second))
        await Self.expectUnusable(house, guest)
        #expect(try await house.credentials(house.id(in: second)).credentials != nil)
    }

    @Test func `a guest gets no credentials of a role for authenticated identities`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        try await house.registerRole("Guests", trust: House.trust(pool: pool, amr: "authenticated"))
        await Self.expectUnusable(house, guest)
    }

    @Test func `an explicit deny in the trust policy wins`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let deny = #"""
            {"Effect":"Deny","Action":"sts:*","Principal":{"Federated":"cognito-identity.amazonaws.com"},
             "Condition":{"ForAnyValue:StringLike":{"cognito-identity.amazonaws.com:amr":"unauthenticated"}}}
            """#
        try await house.registerRole("Guests", trust: House.trust(pool: pool) + "," + deny)
        await Self.expectUnusable(house, guest)
    }

    @Test func `a role with another path than the registered one gives no credentials`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let identity = try await house.id(in: pool)
        try await house.registerRole("Guests", trust: House.trust(pool: pool))
        #expect(try await house.credentials(guest).credentials != nil)
        await #expect(throws: ServiceFault.forbidden(role: "arn:aws:iam::123456789012:role/admin/Guests")) {
            try await house.setRoles(
                of: pool, ["unauthenticated": "arn:aws:iam::123456789012:role/admin/Guests"])
        }
        #expect(try await house.credentials(identity).credentials != nil)
    }

    @Test func `a pool cannot be given a role of another account once roles are registered`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await house.registerRole("Guests", trust: House.trust(pool: pool))
        let foreign = "arn:aws:iam::999999999999:role/Guests"
        await #expect(throws: ServiceFault.forbidden(role: foreign)) {
            try await house.setRoles(of: pool, ["unauthenticated": foreign])
        }
    }

    @Test func `an identity has the region of its pool, whatever region its request names`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let deny = #"""
            {"Effect":"Deny","Action":"sts:*","Principal":{"Federated":"cognito-identity.amazonaws.com"},
             "Condition":{"StringEquals":{"aws:RequestedRegion":"us-east-1"}}}
            """#
        try await house.registerRole("Guests", trust: House.trust(pool: pool) + "," + deny)
        for region in ["us-east-1", "eu-west-1"] {
            let fault = await #expect(throws: ServiceFault.self) {
                try await house.service(.anonymous, region: region).getCredentialsForIdentity(
                    GetCredentialsForIdentityInput(identityId: guest))
            }
            #expect(fault?.code == .invalidIdentityPoolConfiguration)
        }
    }
}
