// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseClient
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// The roles of an environment, on a server.
@Suite(.hangLimit)
struct RolePlannerTests {
    private func registered(_ name: String, on bench: EnvironmentBench) async throws -> AccessManagementRole {
        try #require(try await bench.backend.role(named: name))
    }

    @Test
    func `an environment has a role for the signed-in and one for guests, which trust its identity pool`() async throws
    {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let wanted = EnvironmentBench.wanted(EnvironmentBench.settings())
        try await bench.apply(wanted, &ids)
        let pool = try #require(ids[EnvironmentBench.auth, "IdentityPoolId"])
        for (name, isForGuests) in [(wanted.authRoleName, false), (wanted.unauthRoleName, true)] {
            let role = try await registered(name, on: bench)
            let trust = RoleTrust.read(role.assumeRolePolicyDocument)
            #expect(trust == RoleTrust.document(forPool: pool, isForGuests: isForGuests))
            #expect(role.tag("amplify:app-id") == "dabcdefghijklm" && role.tag("amplify:env") == "dev")
        }
    }

    @Test
    func `guests get credentials of their role`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        try await bench.apply(EnvironmentBench.wanted(EnvironmentBench.settings { $0.allowsGuests = true }), &ids)
        let app = ServiceClient(
            endpoint: try Endpoint(bench.gatehouse.baseURL, key: "k"), transport: bench.gatehouse.transport,
            clock: .following(bench.gatehouse.clock))
        let pool = try #require(ids[EnvironmentBench.auth, "IdentityPoolId"])
        let identity = try #require(try await app.getId(GetIdInput(identityPoolId: pool)).identityId)
        let answer = try await app.getCredentialsForIdentity(GetCredentialsForIdentityInput(identityId: identity))
        #expect(answer.credentials?.sessionToken?.isEmpty == false)
    }

    @Test
    func `the first roles of a server do not cut off the identity pools of others`() async throws {
        let bench = try await EnvironmentBench()
        let other = try await bench.backend.identityPools.createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "other", allowUnauthenticatedIdentities: true))
        try await bench.backend.identityPools.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(
                identityPoolId: other.identityPoolId,
                roles: ["unauthenticated": "arn:aws:iam::123456789012:role/others"]))
        var ids = try await bench.makeUserPool()
        let wanted = EnvironmentBench.wanted(EnvironmentBench.settings())
        try await bench.apply(wanted, &ids)
        #expect(try await bench.backend.role(named: "others") != nil)
    }

    @Test
    func `each group has a role with the id of the pool in its name, which goes with the group`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let pool = try #require(ids[EnvironmentBench.auth, "UserPoolId"])
        let both = EnvironmentBench.wanted(EnvironmentBench.settings { $0.groups = ["Admins", "Editors"] })
        try await bench.apply(both, &ids)
        for group in ["Admins", "Editors"] {
            #expect(try await bench.backend.role(named: "\(pool)-\(group)GroupRole") != nil)
        }
        // A role with policies cannot be deleted before they are.
        try await bench.backend.roles.putRolePolicy(
            PutRolePolicyRequest(
                roleName: "\(pool)-EditorsGroupRole", policyName: "own",
                policyDocument:
                    #"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:Get*","Resource":"*"}]}"#))
        let one = EnvironmentBench.wanted(EnvironmentBench.settings { $0.groups = ["Admins"] })
        try await bench.apply(one, &ids)
        #expect(try await bench.backend.role(named: "\(pool)-EditorsGroupRole") == nil)
        #expect(try await bench.backend.role(named: "\(pool)-AdminsGroupRole") != nil)
    }

    @Test
    func `a trust policy that another one changed is a difference, and is set again`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let wanted = EnvironmentBench.wanted(EnvironmentBench.settings())
        try await bench.apply(wanted, &ids)
        try await bench.backend.roles.updateAssumeRolePolicy(
            UpdateAssumeRolePolicyRequest(
                roleName: wanted.authRoleName,
                policyDocument: RoleTrust.text(RoleTrust.document(forPool: nil, isForGuests: false))))
        let plan = try await bench.plan(wanted, ids)
        #expect(
            plan.differences.map(\.member) == ["Roles.\(wanted.authRoleName).AssumeRolePolicyDocument"])
        try await bench.apply(wanted, &ids)
    }

    @Test
    func `a role of another project stands in the way`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        try await bench.apply(
            EnvironmentBench.wanted(EnvironmentBench.settings(), appID: "dotherproject1"), &ids)
        let plan = try await bench.plan(
            EnvironmentBench.wanted(EnvironmentBench.settings()), try await bench.makeUserPool())
        #expect(plan.obstacles.count == 2)
        #expect(plan.obstacles.first?.text.contains("belongs to the project dotherproject1") == true)
    }

    @Test
    func `a group whose role would have no valid name stands in the way`() async throws {
        let bench = try await EnvironmentBench()
        let ids = try await bench.makeUserPool()
        let long = String(repeating: "a", count: 60)
        let plan = try await bench.plan(
            EnvironmentBench.wanted(EnvironmentBench.settings { $0.groups = [long, "a b"] }), ids)
        #expect(plan.obstacles.count == 2)
    }
}
