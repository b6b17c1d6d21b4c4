// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What the groups of a user pool are after a push.
@Suite("Groups of a push")
struct GroupTests {
    private func poolID(_ ids: KnownIDs) -> String { ids[UserPoolBench.resource, "UserPoolId"] ?? "" }

    @Test("Groups have their order and the roles that a push makes for them")
    func groups() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins", "Editors"] })
        let ids = try await bench.made(wanted)
        let groups = try await bench.backend.groups(ofPool: poolID(ids))
        #expect(groups["Admins"]?.precedence == 1)
        #expect(groups["Editors"]?.precedence == 2)
        let role = "arn:aws:iam::123456789012:role/\(poolID(ids))-AdminsGroupRole"
        #expect(groups["Admins"]?.roleArn == role)
        #expect(ids[.groups, "AdminsGroupRole"] == role)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("Groups of a pool without an identity pool have no roles")
    func withoutRoles() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(
            UserPoolBench.auth {
                $0.services = .userPoolOnly
                $0.groups = ["Admins"]
            })
        var ids = try await bench.made(wanted)
        let group = try await bench.backend.groups(ofPool: poolID(ids))["Admins"]
        #expect(group != nil)
        #expect(group?.roleArn == nil)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
        try await bench.apply(UserPoolBench.wanted(UserPoolBench.auth { $0.services = .userPoolOnly }), &ids)
        #expect(try await bench.backend.groups(ofPool: poolID(ids)).isEmpty)
    }

    @Test("A changed order is all that changes")
    func order() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["A", "B", "C"] }))
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["C", "B", "A"] })
        #expect(
            try await bench.plan(wanted, ids).differences == [
                Difference(member: "Group.C.Precedence", old: "3", new: "1"),
                Difference(member: "Group.A.Precedence", old: "1", new: "3"),
            ])
        try await bench.apply(wanted, &ids)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("A group that leaves the project leaves the pool, its members are a loss, and other groups stay")
    func removal() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins", "Editors"] }))
        try await bench.addUser("ada", ids)
        try await bench.gatehouse.addToGroup("ada", "Editors", inPool: poolID(ids))
        try await bench.gatehouse.addToGroup("ada", "ByHand", inPool: poolID(ids))
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins"] })
        let plan = try await bench.plan(wanted, ids)
        #expect(plan.losses.map(\.count) == [1])
        #expect(plan.losses.map(\.resource) == ["Editors"])
        try await bench.apply(wanted, &ids)
        let names = try await bench.backend.groups(ofPool: poolID(ids)).keys.sorted()
        #expect(names == ["Admins", "ByHand"])
        #expect(ids[.groups, "EditorsGroupRole"] == nil)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("A group whose id was never written down is known by its role")
    func lostIDs() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins"] }))
        ids.outputs[.groups] = nil
        ids[UserPoolBench.resource, OutputName.groups] = nil
        try await bench.apply(UserPoolBench.wanted(UserPoolBench.auth()), &ids)
        #expect(try await bench.backend.groups(ofPool: poolID(ids)).isEmpty)
    }
}
