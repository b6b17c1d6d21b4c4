// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

/// The permissions that callers need who are not administrators.
@Suite struct AdminAccessTests {
    private static let roles = ["unauthenticated": House.guestRole]

    private static func service(_ house: House, _ user: String) async throws -> IdentityPoolsService {
        house.pools.service(
            for: RequestContext(requestID: "test", principal: try await house.user(user), isPermitted: true))
    }

    @Test func `a user without the permission to pass a role cannot give it to a pool`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await house.registerRole("Guests", trust: House.trust(pool: pool))
        try await house.registerUser(
            "ada", allowing: #"{"Effect":"Allow","Action":"cognito-identity:*","Resource":"*"}"#)
        let service = try await Self.service(house, "ada")
        await #expect(throws: ServiceFault.forbidden(role: House.guestRole)) {
            try await service.setIdentityPoolRoles(
                SetIdentityPoolRolesInput(identityPoolId: pool, roles: Self.roles))
        }
    }

    @Test func `a role is not passed in a region where a policy denies it`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await house.registerRole("Guests", trust: House.trust(pool: pool))
        for (name, action) in [("ada", "iam:PassRole"), ("eve", "iam:GetRole")] {
            try await house.registerUser(
                name,
                allowing: #"""
                    {"Effect":"Allow","Action":"*","Resource":"*"},
                    {"Effect":"Deny","Action":"\#(action)","Resource":"*",
                     "Condition":{"StringEquals":{"aws:RequestedRegion":"us-east-1"}}}
                    """#)
        }
        let roles = SetIdentityPoolRolesInput(identityPoolId: pool, roles: Self.roles)
        let ada = try await Self.service(house, "ada")
        await #expect(throws: ServiceFault.forbidden(role: House.guestRole)) {
            try await ada.setIdentityPoolRoles(roles)
        }
        try await Self.service(house, "eve").setIdentityPoolRoles(roles)
    }

    @Test func `a principal without the permission is refused by the operation as well`() async throws {
        let house = try await House()
        try await house.registerUser("ada")
        let service = house.service(try await house.user("ada"))
        let fault = await #expect(throws: ServiceFault.self) {
            try await service.listIdentityPools(ListIdentityPoolsInput(maxResults: 1))
        }
        #expect(fault?.code == .accessDenied)
    }
}
