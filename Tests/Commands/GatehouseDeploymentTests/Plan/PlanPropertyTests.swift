// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What must hold of every push, whatever a project wants and whenever it breaks off.
///
/// Most runs play a part of the cases: `Sample`.
@Suite("Properties of plans")
struct PlanPropertyTests {
    private static let parts = 6
    /// The seeds of the settings of a push that breaks off, and of an update that does.
    private static let prefixSeed: UInt64 = 7
    private static let lossSeed: UInt64 = 11
    /// The settings that a pool has one after another.
    private static let settingsInTurn = Sample.isWhole ? 5 : 2

    private static func wanted(_ auth: AuthSettings) -> WantedState {
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

    @Test(
        "Plan, apply, plan again is empty, for any settings and any change of them",
        arguments: Sample.of(0..<12, usually: 6))
    func idempotent(seed: Int) async throws {
        let bench = try await UserPoolBench()
        let random = RandomAuth(UInt64(seed))
        var settings = random.settings()
        var ids = KnownIDs()
        for change in 0..<Self.settingsInTurn {
            let goal = Self.wanted(settings)
            let plan = try await bench.plan(goal, ids)
            #expect(plan.obstacles.isEmpty, "seed \(seed), change \(change)")
            try await bench.run(plan, &ids)
            try await check(bench, goal, ids, "seed \(seed), change \(change)")
            settings = random.changed(settings)
        }
    }

    @Test(
        "A clone of a project that knows no ids finds what there is, and has nothing to do",
        arguments: Sample.of(20..<24, usually: 2))
    func clone(seed: Int) async throws {
        let bench = try await UserPoolBench()
        let goal = Self.wanted(RandomAuth(UInt64(seed)).settings())
        let ids = try await bench.made(goal)
        let plan = try await bench.plan(goal)
        #expect(plan.steps.isEmpty)
        #expect(plan.ids == ids)
    }

    @Test(
        "A push that ended after any step is continued to the same state, with and without the ids of that step",
        arguments: 0..<parts)
    func prefixes(part: Int) async throws {
        let goal = Self.wanted(RandomAuth(Self.prefixSeed).settings())
        let whole = try await UserPoolBench().plan(goal).steps.count
        #expect(whole > 3)
        for number in Sample.cases(2 * (whole + 1), inPart: part, of: Self.parts) {
            let (count, losesIDs) = (number % (whole + 1), number > whole)
            let bench = try await UserPoolBench()
            var ids = KnownIDs()
            try await bench.apply(goal, &ids, first: count)
            if losesIDs { ids = KnownIDs() }
            try await bench.apply(goal, &ids)
            try await check(bench, goal, ids, "the first \(count) steps, without ids: \(losesIDs)")
        }
    }

    // MARK: - Lost answers

    /// The number of requests of a first push, and of an update; each is counted once.
    private static let requestsOfFirstPush = Task { try await Self.requests(isUpdate: false) }
    private static let requestsOfUpdate = Task { try await Self.requests(isUpdate: true) }

    /// The settings before a push, and those that it is to make.
    private static func goals(isUpdate: Bool) -> (before: WantedState?, goal: WantedState) {
        let random = RandomAuth(lossSeed)
        let first = random.settings()
        guard isUpdate else { return (nil, wanted(first)) }
        return (wanted(first), wanted(random.changed(first)))
    }

    private static func requests(isUpdate: Bool) async throws -> Int {
        let (before, goal) = goals(isUpdate: isUpdate)
        let bench = try await UserPoolBench()
        var ids = KnownIDs()
        if let before { try await bench.apply(before, &ids) }
        bench.transport.lose(nil)
        try await bench.apply(goal, &ids)
        return bench.transport.operations.count
    }

    @Test(
        "A push that lost the answer to any request is continued to the same state", arguments: [false, true], 0..<parts
    )
    func lostAnswers(isUpdate: Bool, part: Int) async throws {
        let requests = try await (isUpdate ? Self.requestsOfUpdate : Self.requestsOfFirstPush).value
        #expect(requests >= 10)
        let (before, goal) = Self.goals(isUpdate: isUpdate)
        for request in Sample.cases(requests, inPart: part, of: Self.parts).map({ $0 + 1 }) {
            let bench = try await UserPoolBench()
            var ids = KnownIDs()
            if let before { try await bench.apply(before, &ids) }
            bench.transport.lose(request)
            do {
                try await bench.apply(goal, &ids)
            } catch let fault as ServiceFault {
                #expect(fault.origin == .transport)
            }
            #expect(bench.transport.operations.count >= request, "the answer to request \(request) was not lost")
            bench.transport.lose(nil)
            try await bench.apply(goal, &ids)
            try await check(bench, goal, ids, "without the answer to request \(request)")
        }
    }
}
