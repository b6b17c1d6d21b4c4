// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct RoleSettingsTests {
    @Test func `a role that differs from one of another pool by its path alone is refused, whichever was first`()
        async throws
    {
        let house = try await House()
        let (first, second) = (try await house.makePool(), try await house.makePool())
        let taken = House.authenticatedRole.replacing("/app/", with: "/other/")
        await #expect(throws: Self.forbidden(taken)) {
            try await house.setRoles(of: second, ["authenticated": taken])
        }
        let rule = MappingRule(claim: "a", matchType: .equals, value: "b", roleARN: taken)
        let mapping = RoleMapping(
            type: .rules, ambiguousRoleResolution: .deny, rulesConfiguration: RulesConfigurationType(rules: [rule]))
        await #expect(throws: Self.forbidden(taken)) {
            try await house.setRoles(of: second, [:], mappings: ["\(UserPool.first.key):web": mapping])
        }
        // The role itself, one of another account, and another path in the only pool that has the role.
        try await house.setRoles(of: second, ["authenticated": House.authenticatedRole])
        try await house.setRoles(
            of: second, ["authenticated": taken.replacing("123456789012", with: "999999999999")])
        try await house.setRoles(of: first, ["authenticated": taken])
    }

    private static func forbidden(_ role: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Access to Role '\(role)' is forbidden.")
    }

    static let roles = ["authenticated": House.authenticatedRole]

    static func rules(_ count: Int) -> RulesConfigurationType {
        RulesConfigurationType(
            rules: (0..<count).map { number in
                MappingRule(claim: "sub", matchType: .equals, value: "\(number)", roleARN: House.guestRole)
            }
        )
    }

    @Test func `setting roles replaces all of them`() async throws {
        let house = try await House()
        let mapping = RoleMapping(type: .token, ambiguousRoleResolution: .deny)
        let pool = try await house.makePool(mappings: ["\(UserPool.first.key):web": mapping])
        try await house.setRoles(of: pool, Self.roles)
        let kept = try await house.service.getIdentityPoolRoles(GetIdentityPoolRolesInput(identityPoolId: pool))
        #expect(kept == GetIdentityPoolRolesResponse(identityPoolId: pool, roles: Self.roles))
    }

    @Test(arguments: [
        "\(UserPool.first.key):web", "\(UserPool.first.issuerKey):web", "graph.facebook.com",
        "arn:aws:iam::123456789012:oidc-provider/login.example.com/tenant",
    ])
    func `a mapping of a configured provider is kept as it was written`(_ key: String) async throws {
        let house = try await House()
        let mapping = RoleMapping(
            type: .rules, ambiguousRoleResolution: .deny, rulesConfiguration: Self.rules(25)
        )
        let pool = try await house.makePool(mappings: [key: mapping])
        let kept = try await house.service.getIdentityPoolRoles(GetIdentityPoolRolesInput(identityPoolId: pool))
        #expect(kept.roleMappings == [key: mapping])
    }

    @Test(arguments: [
        UserPool.first.key, "\(UserPool.first.key):other", "accounts.google.com", "login.mycompany.myapp", "", ":",
    ])
    func `a role mapping of an unknown provider is refused`(_ key: String) async throws {
        let house = try await House()
        let text = "\(key) is not a valid RoleMapping ProviderName or is not a configured provider."
        await #expect(throws: ServiceFault(.invalidParameter, text)) {
            _ = try await house.makePool(mappings: [key: RoleMapping(type: .token, ambiguousRoleResolution: .deny)])
        }
    }

    @Test(arguments: [
        RoleMapping(type: .token), RoleMapping(type: .rules, ambiguousRoleResolution: .deny),
        RoleMapping(type: .rules, rulesConfiguration: rules(1)),
        RoleMapping(type: .rules, ambiguousRoleResolution: .deny, rulesConfiguration: rules(0)),
        RoleMapping(type: .rules, ambiguousRoleResolution: .deny, rulesConfiguration: rules(26)),
    ])
    func `a mapping that says too little or too much is refused`(_ mapping: RoleMapping) async throws {
        let house = try await House()
        await #expect { () async throws in
            _ = try await house.makePool(mappings: ["graph.facebook.com": mapping])
        } throws: { ($0 as? ServiceFault)?.code == .invalidParameter }
    }

    @Test func `a role for neither guests nor users is refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        await #expect { () async throws in
            try await house.setRoles(of: pool, ["administrator": House.guestRole])
        } throws: { ($0 as? ServiceFault)?.code == .invalidParameter }
    }
}
