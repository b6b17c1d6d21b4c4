// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

/// The fault for a text that is not the ARN of a role; the texts were observed at AWS.
@Suite struct MalformedRoleARNTests {
    private static let malformed = [
        "arn:aws:iam::123456789012:saml-provider/corp", "arn:aws:iam::123456789012:oidc-provider/login.example.com",
        "arn:aws:iam:123456789012:role/Deploy", "arn:aws:iam::123456789012:role/", "my-stack-AuthenticatedRole-KBKH",
    ]

    @Test(arguments: malformed)
    func `an identity pool is not given it, as a role or in a rule, and keeps its roles`(_ arn: String) async throws {
        let house = try await House()
        let pool = try await house.makePool()
        await #expect(throws: ServiceFault(.notAuthorized, "Access to Role '\(arn)' is forbidden.")) {
            try await house.setRoles(of: pool, ["authenticated": arn])
        }
        let rule = MappingRule(claim: "sub", matchType: .equals, value: "1", roleARN: arn)
        await #expect(throws: ServiceFault.forbidden(role: arn)) {
            try await house.setRoles(
                of: pool, [:],
                mappings: [
                    "graph.facebook.com": RoleMapping(
                        type: .rules, ambiguousRoleResolution: .deny,
                        rulesConfiguration: RulesConfigurationType(rules: [rule]))
                ])
        }
        let kept = try await house.service.getIdentityPoolRoles(GetIdentityPoolRolesInput(identityPoolId: pool))
        #expect(kept.roles?["authenticated"] == House.authenticatedRole)
    }
}
