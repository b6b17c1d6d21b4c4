// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// How a push finds the pool of a project, and what it says of one that it cannot change.
@Suite("Finding the user pool of a project")
struct UserPoolFindingTests {
    private static let resource = UserPoolBench.resource

    @Test("A change by hand is a difference, and a push takes it back")
    func drift() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        var ids = try await bench.made(wanted)
        let pool = try #require(try await bench.pool(ids))
        var stated = StatedSettings()
        stated.members["EmailVerificationSubject"] = "Changed by hand"
        stated.members["DeletionProtection"] = "INACTIVE"
        stated.members["DeviceConfiguration"] = ["ChallengeRequiredOnNewDevice": true]
        let change = try #require(try WantedUserPool.update(of: pool, to: stated))
        _ = try await bench.backend.userPools.updateUserPool(change)
        #expect(
            try await bench.plan(wanted, ids).differences == [
                Difference(member: "UserPool.DeletionProtection", old: "INACTIVE", new: "ACTIVE"),
                Difference(
                    member: "UserPool.EmailVerificationSubject", old: "Changed by hand",
                    new: "Your verification code"),
            ])
        try await bench.apply(wanted, &ids)
        let after = try await bench.pool(ids)
        #expect(after?.deletionProtection == .active)
        // The project says nothing of devices.
        #expect(after?.deviceConfiguration?.challengeRequiredOnNewDevice == true)
    }

    @Test("What cannot be changed is named, with both ways out")
    func immutable() async throws {
        let (bench, ids) = try await UserPoolBench.withPool()
        let plan = try await bench.plan(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.usernameAttributes = ["email"]
                    $0.requiredAttributes = ["email", "name"]
                    $0.isUsernameCaseSensitive = true
                }), ids)
        #expect(plan.obstacles.count == 3)
        #expect(
            plan.obstacles.first?.text
                == "The sign-in attributes of the user pool shop_userpool-test cannot be changed: it has none, and the "
                + "project wants email.")
        #expect(plan.obstacles.allSatisfy { $0.cure.contains("original value") && $0.cure.contains("new resource") })
    }

    @Test("A pool whose id was lost is found by its name and its tags")
    func foundByTags() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        let ids = try await bench.made(wanted)
        // The same name in another environment of another project, and without tags.
        _ = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth(), appID: "d0000000000002"))
        _ = try await bench.gatehouse.makeUserPool(name: "shop_userpool-test")
        let plan = try await bench.plan(wanted)
        #expect(plan.steps.isEmpty)
        #expect(plan.notes.isEmpty)
        #expect(plan.ids == ids)
    }

    @Test("A detached pool of the name is not taken, and a note names it")
    func detachedPool() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        let pool = try #require(try await bench.pool(try await bench.made(wanted)))
        let (id, arn) = (try #require(pool.id), try #require(pool.arn))
        _ = try await bench.backend.userPools.tagResource(
            TagResourceRequest(resourceArn: arn, tags: [WantedState.detachedTag: "test"]))
        let plan = try await bench.plan(wanted)
        #expect(plan.notes.map { $0.contains(id) && $0.contains("amplify import auth") } == [true])
        #expect(plan.ids[Self.resource, "UserPoolId"] == nil && !plan.steps.isEmpty)
    }

    @Test("A known id of another environment's pool stands in the way, and that pool stays as it is")
    func foreignID() async throws {
        let bench = try await UserPoolBench()
        let other = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth(), environment: "prod"))
        let byHand = try await bench.gatehouse.makeUserPool()
        for id in [other[Self.resource, "UserPoolId"] ?? "", byHand] {
            let before = try await bench.backend.userPool(id)
            var ids = KnownIDs()
            ids[Self.resource, "UserPoolId"] = id
            let plan = try await bench.plan(UserPoolBench.wanted(UserPoolBench.auth()), ids)
            #expect(
                plan.obstacles.map { $0.text.hasPrefix("The user pool \(id) does not belong to the environment test") }
                    == [true])
            try await bench.apply(UserPoolBench.wanted(UserPoolBench.auth(), makesNewPools: true), &ids)
            #expect(ids[Self.resource, "UserPoolId"] != id)
            #expect(try await bench.backend.userPool(id) == before)
        }
    }

    @Test("Of two pools with the tags, the older one is used, and a note names the other")
    func twoPools() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        let ids = try await bench.made(wanted)
        bench.gatehouse.clock.advance(by: 60)
        let pool = try #require(WantedUserPool(wanted))
        let other = try await bench.backend.userPools.createUserPool(pool.creation()).userPool?.id ?? ""
        let plan = try await bench.plan(wanted)
        #expect(plan.ids[Self.resource, "UserPoolId"] == ids[Self.resource, "UserPoolId"])
        #expect(plan.notes.map { $0.contains(other) } == [true])
        // With a known id nothing is looked for.
        var second = KnownIDs()
        second[Self.resource, "UserPoolId"] = other
        #expect(try await bench.plan(wanted, second).ids[Self.resource, "UserPoolId"] == other)
    }

    @Test("A pool that was deleted on the server is an obstacle, never a silent second pool")
    func deletedPool() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins"] }, environment: "dev")
        var ids = try await bench.made(wanted)
        let id = ids[Self.resource, "UserPoolId"] ?? ""
        try await bench.backend.userPools.deleteUserPool(DeleteUserPoolRequest(userPoolId: id))
        let plan = try await bench.plan(wanted, ids)
        #expect(plan.obstacles.count == 1)
        #expect(plan.obstacles.first?.text.contains("was deleted on the server") == true)

        let forced = UserPoolBench.wanted(
            UserPoolBench.auth { $0.groups = ["Admins"] }, environment: "dev", makesNewPools: true)
        try await bench.apply(forced, &ids)
        #expect(ids[Self.resource, "UserPoolId"] != id)
        #expect(try await bench.pool(ids) != nil)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("A client that was deleted on the server is made again")
    func deletedClient() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        var ids = try await bench.made(wanted)
        let former = ids[Self.resource, "AppClientID"] ?? ""
        try await bench.backend.userPools.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: ids[Self.resource, "UserPoolId"] ?? "", clientId: former))
        #expect(try await bench.plan(wanted, ids).differences.map(\.member) == ["AppClientID"])
        try await bench.apply(wanted, &ids)
        #expect(ids[Self.resource, "AppClientID"] != former)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("A plan without changes takes three requests for pool and clients, and one more for groups")
    func requests() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        let ids = try await bench.made(wanted)
        bench.transport.lose(nil)
        _ = try await bench.plan(wanted, ids)
        let readings = ["DescribeUserPool", "DescribeUserPoolClient", "DescribeUserPoolClient"]
        #expect(bench.transport.operations == readings)

        var grouped = ids
        let groups = UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins"] })
        try await bench.apply(groups, &grouped)
        #expect(try await bench.pool(grouped)?.userPoolTags?["amplify:groups"] == "true")
        // The mark of a pool with groups stays when they leave: it is what tells of groups without an id.
        for state in [groups, wanted] {
            try await bench.apply(state, &grouped)
            bench.transport.lose(nil)
            #expect(try await bench.plan(state, grouped).steps.isEmpty)
            #expect(bench.transport.operations == readings + ["ListGroups"])
        }
    }
}
