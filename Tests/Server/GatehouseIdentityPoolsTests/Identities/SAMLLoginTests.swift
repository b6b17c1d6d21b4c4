// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Logins with responses that pysaml2 signed.
@Suite struct SAMLLoginTests {
    private static let provider = RecordedSAML.provider
    private static let reader = RecordedSAML.reader
    private static let writer = RecordedSAML.writer

    @Test func `a response proves the same identity with each call, while it is valid`() async throws {
        let house = try await SAMLHouse()
        let id = try await house.id("one-role")
        #expect(try await house.id("one-role") == id)
        // Another assertion about the same person.
        #expect(try await house.id("two-roles") == id)
        let credentials = try await house.credentials(id, "one-role")
        let session = try await house.house.session(of: credentials.credentials)
        #expect(session.roleARN == Self.reader)
        #expect(session.name == "CognitoIdentityCredentials")
        #expect(session.identityID == id)
        #expect(session.authenticationMethods.starts(with: ["authenticated", Self.provider]))
    }

    @Test func `an expired response proves nothing`() async throws {
        let house = try await SAMLHouse()
        house.house.clock.advance(by: 1_200)
        await #expect(throws: Self.refused("Response has expired")) { try await house.id("one-role") }
    }

    @Test func `after the end of the provider's metadata, a response proves nothing`() async throws {
        let house = try await SAMLHouse()
        let metadata = try RecordedSAML.text("metadata").replacing(
            "entityID=", with: #"validUntil="2026-01-01T12:02:00Z" entityID="#)
        try await house.house.securityTokens.registry.create(
            .samlProvider, named: "new", document: ["metadata": .string(metadata)])
        let arn = Self.provider.replacing("/corp", with: "/new")
        let pool = try await house.house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "new", allowUnauthenticatedIdentities: false, samlProviderARNs: [arn])
        ).identityPoolId
        let logins = [arn: try RecordedSAML.response("one-role")]
        _ = try await house.house.id(in: pool, logins)
        house.house.clock.advance(by: 60)
        await #expect(throws: Self.refused("The metadata of the specified provider has expired")) {
            try await house.house.id(in: pool, logins)
        }
    }

    @Test func `a changed response proves nothing`() async throws {
        let house = try await SAMLHouse()
        let text = try RecordedSAML.text("one-role").replacing(">ada<", with: ">eve<")
        await #expect(throws: Self.refused("Response signature invalid")) {
            try await house.house.id(in: house.pool, [Self.provider: Base64.encode(Array(text.utf8))])
        }
        await #expect(throws: Self.refused("Invalid base64 SAMLResponse")) {
            try await house.house.id(in: house.pool, [Self.provider: text])
        }
    }

    @Test func `a provider that the account does not have proves nothing`() async throws {
        let house = try await SAMLHouse()
        try await house.house.access.write { try $0.delete(.samlProvider, named: "corp") }
        await #expect(throws: Self.refused("The provider \(Self.provider) does not exist.")) {
            try await house.id("one-role")
        }
    }

    @Test func `with two roles, the custom role selects one of them`() async throws {
        let house = try await SAMLHouse()
        let id = try await house.id("two-roles")
        for role in [Self.reader, Self.writer] {
            let credentials = try await house.credentials(id, "two-roles", role: role)
            #expect(try await house.house.session(of: credentials.credentials).roleARN == role)
        }
    }

    @Test func `a custom role that is missing or not offered is refused`() async throws {
        let house = try await SAMLHouse()
        let id = try await house.id("two-roles")
        let text = "Multiple roles found in the SAML assertion, CustomRoleArn must name one of them."
        for role in [nil, House.authenticatedRole] {
            await #expect(throws: ServiceFault(.notAuthorized, text)) {
                _ = try await house.credentials(id, "two-roles", role: role)
            }
        }
        let foreign = ServiceFault(.notAuthorized, "Access to Role '\(Self.writer)' is forbidden.")
        await #expect(throws: foreign) { _ = try await house.credentials(id, "one-role", role: Self.writer) }
    }

    @Test func `roles for another provider do not count`() async throws {
        let house = try await SAMLHouse()
        let id = try await house.id("other-provider")
        let text = "Response does not contain a role of the specified provider"
        await #expect(throws: Self.refused(text)) { _ = try await house.credentials(id, "other-provider") }
    }

    @Test func `the name of a session is required`() async throws {
        let house = try await SAMLHouse()
        let id = try await house.id("no-session-name")
        await #expect(throws: Self.refused("RoleSessionName is required in AuthnResponse")) {
            _ = try await house.credentials(id, "no-session-name")
        }
    }

    @Test func `rules of the provider's mapping come before the roles of the assertion`() async throws {
        let house = try await SAMLHouse()
        let id = try await house.id("one-role")
        let rules = [MappingRule(claim: "team", matchType: .equals, value: "core", roleARN: House.authenticatedRole)]
        try await house.house.setRoles(
            of: house.pool, ["authenticated": House.authenticatedRole],
            mappings: [
                Self.provider: RoleMapping(
                    type: .rules, ambiguousRoleResolution: .deny,
                    rulesConfiguration: RulesConfigurationType(rules: rules))
            ])
        let credentials = try await house.credentials(id, "one-role")
        #expect(try await house.house.session(of: credentials.credentials).roleARN == House.authenticatedRole)
        let text = "The ambiguous role mapping rules for: \(Self.provider) denied this request."
        await #expect(throws: ServiceFault(.notAuthorized, text)) {
            _ = try await house.credentials(id, "two-roles")
        }
    }

    @Test func `the default map of a SAML provider has the attributes for identifier and name`() async throws {
        let house = try await SAMLHouse()
        let set = try await house.house.service.setPrincipalTagAttributeMap(
            SetPrincipalTagAttributeMapInput(
                identityPoolId: house.pool, identityProviderName: Self.provider, useDefaults: true))
        let prefix = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
        #expect(set.principalTags == ["username": prefix + "nameidentifier", "client": prefix + "name"])
        let read = try await house.house.service.getPrincipalTagAttributeMap(
            GetPrincipalTagAttributeMapInput(identityPoolId: house.pool, identityProviderName: Self.provider))
        #expect(read.principalTags == set.principalTags)
        // The assertion has neither attribute.
        let id = try await house.id("one-role")
        let credentials = try await house.credentials(id, "one-role")
        #expect(try await house.house.session(of: credentials.credentials).principalTags.isEmpty)
    }

    @Test func `attributes of an assertion are session tags by the provider's map`() async throws {
        let house = try await SAMLHouse()
        _ = try await house.house.service.setPrincipalTagAttributeMap(
            SetPrincipalTagAttributeMapInput(
                identityPoolId: house.pool, identityProviderName: Self.provider, useDefaults: false,
                principalTags: ["team": "team"]))
        let id = try await house.id("one-role")
        let credentials = try await house.credentials(id, "one-role")
        #expect(try await house.house.session(of: credentials.credentials).principalTags == ["team": "core"])
    }

    @Test func `a document that is not the metadata of a provider is not registered`() async throws {
        let house = try await SAMLHouse()
        await #expect(throws: AccessRegistryRefusal.self) {
            try await house.house.securityTokens.registry.create(
                .samlProvider, named: "bad", document: ["metadata": "<a/>"])
        }
    }

    private static func refused(_ text: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. \(text)")
    }
}
