// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseUserPools
import GatehouseWire
import Synchronization
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
                + "clients and check the values that exist, which count from then on, or choose a claim that only "
                + "administrators set.")
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

    @Test func `a value that a user wrote before the right was withdrawn counts, and the refusal says to check it`()
        async throws
    {
        let town = try await Town()
        let signedIn = try await town.signIn()
        _ = try await town.users.updateUserAttributes(
            UpdateUserAttributesRequest(
                userAttributes: [AttributeType(name: "nickname", value: "boss")], accessToken: signedIn.access))
        let refusal = await #expect(throws: ServiceFault.self) {
            try await Self.setRule(on: "nickname", "boss", in: town)
        }
        #expect(refusal?.message.contains("check the values that exist") == true)
        _ = try await town.users.updateUserPoolClient(
            UpdateUserPoolClientRequest(
                userPoolId: town.userPool, clientId: town.client, writeAttributes: ["email"],
                explicitAuthFlows: [.allowUserPasswordAuth]))
        try await Self.setRule(on: "nickname", "boss", in: town)
        let session = try await Self.session(in: town, [town.key: try await town.signIn().id])
        #expect(session.roleARN == Self.admins)
    }

    @Test func `dev takes rules and tags on claims of users, gives roles by them, and reports each`() async throws {
        let reported = Mutex<[UserClaim]>([])
        let town = try await Town(userClaims: .reported { claim in reported.withLock { $0.append(claim) } })
        try await Self.setRule(on: "nickname", "boss", in: town)
        try await Self.setTag(from: "nickname", in: town)
        try await Self.setRule(on: "nickname", "boss", in: town)
        try await Self.setRule(on: "cognito:groups", "x", in: town)
        let claim = UserClaim(identityPoolID: town.identityPool, provider: town.key, claim: "nickname")
        #expect(reported.withLock { $0 } == [claim, claim, claim])
        try await Self.setRule(on: "nickname", "boss", in: town)
        _ = try await town.users.updateUserAttributes(
            UpdateUserAttributesRequest(
                userAttributes: [AttributeType(name: "nickname", value: "boss")],
                accessToken: try await town.signIn().access))
        let logins = [town.key: try await town.signIn().id]
        let session = try await Self.session(in: town, logins)
        #expect(session.roleARN == Self.admins && session.principalTags == ["tag": "boss"])
        #expect(try await town.identityPools.ineffectiveClaims().isEmpty)
        // The same data in serve.
        let serve = town.serving
        #expect(try await serve.identityPools.ineffectiveClaims() == [claim])
        let effect = try await Self.session(in: serve, logins)
        #expect(effect.roleARN == House.authenticatedRole && effect.principalTags == [:])
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
