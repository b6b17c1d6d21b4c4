// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What must hold of every push, whatever a project wants and whenever it breaks off.
@Suite("Properties of plans")
struct PlanPropertyTests {
    /// What a project wants that shares the server with others.
    private func wanted(_ auth: AuthSettings, project number: Int) -> WantedState {
        var auth = auth
        auth.userPoolName = "shop\(number)"
        if let domain = auth.hostedPages?.domain { auth.hostedPages?.domain = "\(domain)\(number)" }
        return UserPoolBench.wanted(
            auth, appID: "d\(1_000_000_000_000 + number)", triggerARNs: RandomAuth.triggerARNs)
    }

    /// Checks that a plan has nothing to do, and that there is one of each thing.
    private func check(_ bench: UserPoolBench, _ wanted: WantedState, _ ids: KnownIDs, _ comment: Comment) async throws
    {
        let rest = try await bench.plan(wanted, ids)
        #expect(rest.obstacles.isEmpty, comment)
        #expect(rest.differences.isEmpty, comment)
        #expect(rest.steps.isEmpty, comment)
        #expect(rest.notes.isEmpty, comment)
        let pool = try #require(WantedUserPool(wanted))
        let pools = try await bench.backend.pools(named: pool.name)
        #expect(pools.count == 1, comment)
        for kind in WantedClient.Kind.allCases {
            let name = WantedClient(pool: pool, kind: kind).name
            let clients = try await bench.backend.clients(named: name, inPool: pools.first?.id ?? "")
            #expect(clients.count == 1, comment)
        }
        // A clone of the project without ids finds the same.
        let clone = try await bench.plan(wanted)
        #expect(clone.steps.isEmpty, comment)
        #expect(clone.ids[UserPoolBench.resource, "UserPoolId"] == ids[UserPoolBench.resource, "UserPoolId"], comment)
    }

    @Test("Plan, apply, plan again is empty, for any settings and any change of them")
    func idempotent() async throws {
        let bench = try await UserPoolBench()
        for number in 0..<40 {
            let random = RandomAuth(UInt64(number))
            var settings = random.settings()
            var ids = KnownIDs()
            for change in 0..<4 {
                let wanted = wanted(settings, project: number)
                let comment: Comment = "project \(number), change \(change)"
                #expect(try await bench.plan(wanted, ids).obstacles.isEmpty, comment)
                try await bench.apply(wanted, &ids)
                try await check(bench, wanted, ids, comment)
                settings = random.changed(settings)
            }
        }
    }

    @Test("A push that ended after any step is continued to the same state")
    func prefixes() async throws {
        let bench = try await UserPoolBench()
        let settings = RandomAuth(7).settings()
        let whole = try await bench.plan(wanted(settings, project: 0)).steps.count
        for count in 0...whole {
            let first = wanted(settings, project: 100 + count)
            var ids = KnownIDs()
            try await bench.apply(first, &ids, first: count)
            try await bench.apply(first, &ids)
            try await check(bench, first, ids, "the first \(count) steps")
            // The ids of the steps that ran can be lost as well.
            let second = wanted(settings, project: 200 + count)
            var lost = KnownIDs()
            try await bench.apply(second, &lost, first: count)
            lost = KnownIDs()
            try await bench.apply(second, &lost)
            try await check(bench, second, lost, "the first \(count) steps, without ids")
        }
    }

    @Test("A push that lost the answer to any request is continued to the same state")
    func lostAnswers() async throws {
        let bench = try await UserPoolBench()
        let random = RandomAuth(11)
        let before = random.settings()
        let after = random.changed(before)
        var number = 1_000
        for isUpdate in [false, true] {
            var request = 1
            while true {
                number += 1
                var ids = KnownIDs()
                if isUpdate { try await bench.apply(wanted(before, project: number), &ids) }
                let goal = wanted(isUpdate ? after : before, project: number)
                bench.transport.lose(request)
                var isLost = false
                do {
                    try await bench.apply(goal, &ids)
                } catch let fault as ServiceFault {
                    #expect(fault.origin == .transport)
                    isLost = true
                }
                bench.transport.lose(nil)
                try await bench.apply(goal, &ids)
                try await check(bench, goal, ids, "update: \(isUpdate), without the answer to request \(request)")
                guard isLost else { break }
                request += 1
            }
        }
    }
}
