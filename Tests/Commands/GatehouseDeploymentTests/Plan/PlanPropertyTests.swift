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
    private func wanted(_ auth: AuthSettings) -> WantedState {
        UserPoolBench.wanted(auth, triggerARNs: RandomAuth.triggerARNs)
    }

    /// Checks that a plan has nothing to do, and that there is one of each thing.
    private func check(_ bench: UserPoolBench, _ wanted: WantedState, _ ids: KnownIDs, _ comment: Comment) async throws
    {
        let rest = try await bench.plan(wanted, ids)
        #expect(rest.obstacles.isEmpty, comment)
        #expect(rest.differences.isEmpty, comment)
        #expect(rest.steps.isEmpty, comment)
        let pool = try #require(WantedUserPool(wanted))
        let pools = try await bench.backend.pools(named: pool.name)
        #expect(pools.count == 1, comment)
        for kind in WantedClient.Kind.allCases {
            let name = WantedClient(pool: pool, kind: kind).name
            let clients = try await bench.backend.clients(named: name, inPool: pools.first?.id ?? "")
            #expect(clients.count == 1, comment)
        }
        let groups = try await bench.backend.groups(ofPool: pools.first?.id ?? "")
        #expect(Set(groups.keys) == Set(pool.auth.groups), comment)
    }

    @Test("Plan, apply, plan again is empty, for any settings and any change of them", arguments: 0..<12)
    func idempotent(seed: Int) async throws {
        let bench = try await UserPoolBench()
        let random = RandomAuth(UInt64(seed))
        var settings = random.settings()
        var ids = KnownIDs()
        for change in 0..<5 {
            let goal = wanted(settings)
            let plan = try await bench.plan(goal, ids)
            #expect(plan.obstacles.isEmpty, "seed \(seed), change \(change)")
            try await bench.apply(goal, &ids)
            try await check(bench, goal, ids, "seed \(seed), change \(change)")
            settings = random.changed(settings)
        }
    }

    @Test("A clone of a project that knows no ids finds what there is, and has nothing to do", arguments: 20..<24)
    func clone(seed: Int) async throws {
        let bench = try await UserPoolBench()
        let goal = wanted(RandomAuth(UInt64(seed)).settings())
        let ids = try await bench.made(goal)
        let plan = try await bench.plan(goal)
        #expect(plan.steps.isEmpty)
        #expect(plan.ids == ids)
    }

    @Test("A push that ended after any step is continued to the same state, with and without the ids of that step")
    func prefixes() async throws {
        let goal = wanted(RandomAuth(7).settings())
        let whole = try await UserPoolBench().plan(goal).steps.count
        #expect(whole > 3)
        for count in 0...whole {
            for losesIDs in [false, true] {
                let bench = try await UserPoolBench()
                var ids = KnownIDs()
                try await bench.apply(goal, &ids, first: count)
                if losesIDs { ids = KnownIDs() }
                try await bench.apply(goal, &ids)
                try await check(bench, goal, ids, "the first \(count) steps, without ids: \(losesIDs)")
            }
        }
    }

    @Test("A push that lost the answer to any request is continued to the same state", arguments: [false, true])
    func lostAnswers(isUpdate: Bool) async throws {
        let random = RandomAuth(11)
        let before = random.settings()
        let goal = wanted(isUpdate ? random.changed(before) : before)
        var isLost = true
        var request = 0
        while isLost {
            request += 1
            let bench = try await UserPoolBench()
            var ids = KnownIDs()
            if isUpdate { try await bench.apply(wanted(before), &ids) }
            bench.transport.lose(request)
            isLost = false
            do {
                try await bench.apply(goal, &ids)
            } catch let fault as ServiceFault {
                #expect(fault.origin == .transport)
                isLost = true
            }
            bench.transport.lose(nil)
            try await bench.apply(goal, &ids)
            try await check(bench, goal, ids, "without the answer to request \(request)")
        }
        #expect(request > 10)
    }
}
