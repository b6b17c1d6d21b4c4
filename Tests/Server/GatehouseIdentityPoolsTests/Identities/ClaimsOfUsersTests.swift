// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseWire
import Testing

/// Rules and principal tags on claims whose values users can set.
@Suite struct ClaimsOfUsersTests {
    private static let admins = "arn:aws:iam::123456789012:role/Admins"

    @Test(arguments: ["email", "nickname"])
    func `a rule or a tag on an attribute that users can set is refused`(_ claim: String) async throws {
        let town = try await Town()
        let fault = ServiceFault(
            .invalidParameter,
            "Users of \(town.key) can set the claim \(claim) themselves: remove it from WriteAttributes of all app "
                + "clients, or choose a claim that only administrators set.")
        await #expect(throws: fault) { try await Self.setRule(on: claim, "x", in: town) }
        await #expect(throws: fault) { try await Self.setTag(from: claim, in: town) }
    }

    @Test(arguments: ["cognito:groups", "email_verified", "custom:unknown"])
    func `a claim that only administrators and functions set is accepted`(_ claim: String) async throws {
        let town = try await Town()
        try await Self.setRule(on: claim, "x", in: town)
        try await Self.setTag(from: claim, in: town)
    }

    @Test func `an attribute that a later app may write decides about no role and no tag`() async throws {
        let town = try await Town(writes: ["nickname"])
        try await Self.setRule(on: "email", "alice@example.com", in: town)
        try await Self.setTag(from: "email", in: town)
        _ = try await town.users.adminUpdateUserAttributes(
            AdminUpdateUserAttributesRequest(
                userPoolId: town.userPool, username: "alice",
                userAttributes: [AttributeType(name: "email", value: "alice@example.com")]))
        let logins = [town.key: try await town.signIn().id]
        let before = try await Self.session(in: town, logins)
        #expect(before.roleARN == Self.admins && before.principalTags == ["tag": "alice@example.com"])
        _ = try await town.makeClient()
        let after = try await Self.session(in: town, logins)
        #expect(after.roleARN == House.authenticatedRole && after.principalTags == [:])
    }

    private static func setRule(on claim: String, _ value: String, in town: Town) async throws {
        let rule = MappingRule(claim: claim, matchType: .equals, value: value, roleARN: admins)
        let mapping = RoleMapping(
            type: .rules, ambiguousRoleResolution: .authenticatedRole,
            rulesConfiguration: RulesConfigurationType(rules: [rule]))
        try await town.identities.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(
                identityPoolId: town.identityPool, roles: ["authenticated": House.authenticatedRole],
                roleMappings: ["\(town.key):\(town.client)": mapping]))
    }

    private static func setTag(from claim: String, in town: Town) async throws {
        _ = try await town.identities.setPrincipalTagAttributeMap(
            SetPrincipalTagAttributeMapInput(
                identityPoolId: town.identityPool, identityProviderName: town.key, principalTags: ["tag": claim]))
    }

    private static func session(in town: Town, _ logins: [String: String]) async throws -> RoleSession {
        let answer = try await town.identities.getCredentialsForIdentity(
            GetCredentialsForIdentityInput(identityId: try await town.id(logins), logins: logins))
        let credentials = try #require(answer.credentials)
        let key = try await town.securityTokens.accessKeys.resolve(
            accessKeyID: try #require(credentials.accessKeyId), sessionToken: credentials.sessionToken)
        guard case .role(let session)? = key?.principal else { throw ServiceFault(.internalError, "no role") }
        return session
    }
}
