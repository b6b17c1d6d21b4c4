// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The trust of a role decides how a SAML login may get it from an identity pool.
@Suite struct SAMLTrustTests {
    private static let unusable = ServiceFault(
        .invalidIdentityPoolConfiguration,
        "Invalid identity pool configuration. Check assigned IAM roles for this pool.")

    private static func trust(_ condition: String = "{}") -> String {
        #"""
        {"Effect":"Allow","Action":"sts:AssumeRoleWithSAML","Principal":{"Federated":"\#(RecordedSAML.provider)"},
         "Condition":\#(condition)}
        """#
    }

    @Test func `a role that the assertion offers must trust the SAML provider`() async throws {
        let town = try await SAMLHouse()
        let id = try await town.id("one-role")
        try await town.house.registerRole("reader", trust: Self.trust())
        #expect(try await town.credentials(id, "one-role").credentials != nil)
    }

    @Test func `a role that the assertion offers and that trusts the identity pool alone is refused`() async throws {
        let town = try await SAMLHouse()
        let id = try await town.id("one-role")
        try await town.house.registerRole("reader", trust: House.trust(pool: town.pool))
        await #expect(throws: Self.unusable) { try await town.credentials(id, "one-role") }
    }

    @Test func `a role that trusts another SAML provider is refused`() async throws {
        let town = try await SAMLHouse()
        let id = try await town.id("one-role")
        let other = Self.trust().replacing(RecordedSAML.provider, with: RecordedSAML.provider + "2")
        try await town.house.registerRole("reader", trust: other)
        await #expect(throws: Self.unusable) { try await town.credentials(id, "one-role") }
    }

    @Test func `conditions on the assertion and on the identity pool limit the role`() async throws {
        let town = try await SAMLHouse()
        let id = try await town.id("two-roles")
        func condition(person: String, pool: String) -> String {
            #"""
            {"StringEquals":{"saml:sub":"\#(person)","saml:aud":"http://localhost:9229/saml",
             "cognito-identity.amazonaws.com:aud":"\#(pool)"}}
            """#
        }
        try await town.house.registerRole("reader", trust: Self.trust(condition(person: "ada", pool: town.pool)))
        try await town.house.registerRole("writer", trust: Self.trust(condition(person: "ada", pool: "us-east-1:b")))
        #expect(try await town.credentials(id, "two-roles", role: RecordedSAML.reader).credentials != nil)
        await #expect(throws: Self.unusable) {
            try await town.credentials(id, "two-roles", role: RecordedSAML.writer)
        }
    }

    @Test func `a role of a rule is a role of the identity pool`() async throws {
        let town = try await SAMLHouse()
        let id = try await town.id("one-role")
        try await town.house.registerRole("reader", trust: House.trust(pool: town.pool, amr: "authenticated"))
        let rule = MappingRule(claim: "team", matchType: .equals, value: "core", roleARN: RecordedSAML.reader)
        try await town.house.setRoles(
            of: town.pool, ["authenticated": RecordedSAML.reader],
            mappings: [
                RecordedSAML.provider: RoleMapping(
                    type: .rules, ambiguousRoleResolution: .deny,
                    rulesConfiguration: RulesConfigurationType(rules: [rule]))
            ])
        #expect(try await town.credentials(id, "one-role").credentials != nil)
    }

    @Test func `session tags of a SAML login need sts:TagSession from the same trust`() async throws {
        let town = try await SAMLHouse()
        _ = try await town.house.service.setPrincipalTagAttributeMap(
            SetPrincipalTagAttributeMapInput(
                identityPoolId: town.pool, identityProviderName: RecordedSAML.provider, useDefaults: false,
                principalTags: ["team": "team"]))
        let id = try await town.id("one-role")
        try await town.house.registerRole("reader", trust: Self.trust())
        await #expect(throws: Self.unusable) { try await town.credentials(id, "one-role") }
        try await town.house.securityTokens.registry.delete(.role, named: "reader")
        let both = Self.trust().replacing(
            #""sts:AssumeRoleWithSAML""#, with: #"["sts:AssumeRoleWithSAML","sts:TagSession"]"#)
        try await town.house.registerRole("reader", trust: both)
        #expect(try await town.credentials(id, "one-role").credentials != nil)
    }
}
