// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseStorage
import GatehouseTestSupport
import Testing

@testable import GatehouseServer

/// The lease of the work that one node does for all.
@Suite(.hangLimit) struct LeaseTests {
    private func two(_ engine: NodeEngine) async throws -> (bench: NodeBench, first: BenchNode, second: BenchNode) {
        let bench = try await NodeBench(engine)
        let (first, second) = (
            try await bench.start("first", NodeBench.old), try await bench.start("second", NodeBench.old)
        )
        try await first.node.check()
        try await second.node.check()
        return (bench, first, second)
    }

    @Test(arguments: NodeEngine.available)
    func `one node has the lease for as long as it is seen`(_ engine: NodeEngine) async throws {
        let (bench, first, second) = try await two(engine)
        for _ in 0..<20 {
            bench.pass(5)
            try await second.node.check()
            try await first.node.check()
            #expect(first.node.duty == .under(Lease(name: .jobs, holder: first.record.run, number: 1)))
            #expect(second.node.duty == .elsewhere)
        }
    }

    @Test(arguments: NodeEngine.available)
    func `the work of a node that has died goes on elsewhere within twenty seconds`(_ engine: NodeEngine) async throws {
        let (bench, first, second) = try await two(engine)
        bench.pass(4)
        try await first.node.check()
        var waited = 0
        while second.node.duty == .elsewhere, waited < 30 {
            bench.pass(1)
            waited += 1
            try await second.node.check()
        }
        #expect(waited <= 20)
        #expect(second.node.duty == .under(Lease(name: .jobs, holder: second.record.run, number: 2)))
        #expect(try await second.workOnDuty("job"))
        #expect(bench.lines.all.contains { $0.hasPrefix("info This node does the work") && $0.contains("lease=2") })
    }

    @Test(arguments: NodeEngine.available)
    func `a holder that slept changes nothing`(_ engine: NodeEngine) async throws {
        let (bench, first, second) = try await two(engine)
        guard case .under(let former) = first.node.duty else {
            Issue.record("the first node has no lease")
            return
        }
        #expect(try await first.workOnDuty("before"))
        bench.pass(16)
        try await second.node.check()
        // The first one wakes in the middle of a job.
        await #expect(throws: LeaseLost(name: .jobs)) {
            try await former.holding { () async throws in try await first.work("after") }
        }
        #expect(first.node.duty == .elsewhere)
        #expect(try await !first.workOnDuty("after"))
        #expect(try await second.workOnDuty("second"))
        #expect(try await bench.jobs() == ["before", "second"])
        // What is not under the lease, it may do again.
        try await first.work("other")
    }

    @Test(arguments: NodeEngine.available)
    func `an orderly end gives the work to another node at once`(_ engine: NodeEngine) async throws {
        let (bench, first, second) = try await two(engine)
        try await first.node.leave()
        #expect(first.node.duty == .elsewhere)
        try await second.node.check()
        #expect(try await second.workOnDuty("job"))
        #expect(await bench.report().filter { $0.hasPrefix("Node ") }.count == 1)
    }

    @Test(arguments: NodeEngine.available)
    func `a process that starts in the folder of one that has died gets a lease of its own`(
        _ engine: NodeEngine
    ) async throws {
        let (bench, first, second) = try await two(engine)
        let next = try await bench.start("first", NodeBench.old)
        try await next.node.check()
        #expect(next.node.duty == .elsewhere)
        bench.pass(15)
        try await next.node.check()
        #expect(next.node.duty == .under(Lease(name: .jobs, holder: next.record.run, number: 2)))
        #expect(next.record.id == first.record.id && next.record.run != first.record.run)
        // The former process, if it lives, must not serve beside the one that has its id.
        let reason = await #expect(throws: NotReady.self) { try await first.node.check() }
        #expect(reason?.description.contains("a data folder of its own") == true)
        await #expect(throws: StorageError.busy) { try await first.work("copy") }
        try await second.node.check()
    }

    @Test(arguments: NodeEngine.available)
    func `two processes with one id are named with the cure, and the older one serves again after the end of the other`(
        _ engine: NodeEngine
    ) async throws {
        let (bench, first, second) = try await two(engine)
        let copy = try await bench.start("first", NodeBench.old)
        let cure = "remove node.id from that folder"
        let reason = await #expect(throws: NotReady.self) { try await first.node.check() }
        #expect(reason?.description.contains(cure) == true)
        try await copy.node.check()
        try await second.node.check()
        let findings = await bench.report()
        #expect(findings.filter { $0.hasPrefix("Node first.example.org: it is not ready") }.count == 1)
        #expect(findings.contains { $0.contains(cure) })
        #expect(findings.filter { $0.hasPrefix("Node ") }.count == 3)
        try await copy.node.leave()
        try await first.node.check()
        try await first.work("first")
        #expect(await bench.report().filter { $0.hasPrefix("Node ") }.count == 2)
        // The same if the other process dies.
        let other = try await bench.start("first", NodeBench.old)
        await #expect(throws: NotReady.self) { try await first.node.check() }
        bench.pass(16)
        try await first.node.check()
        try await first.work("again")
        // It is the one that is missed now, until it has looked.
        await #expect(throws: StorageError.busy) { try await other.work("late") }
        #expect(try await bench.jobs() == ["again", "first"])
    }

    @Test(arguments: NodeEngine.available)
    func `a node that was missed is seen again before it writes`(_ engine: NodeEngine) async throws {
        let (bench, _, second) = try await two(engine)
        bench.pass(100)
        #expect(await bench.report() == ["Nodes: none runs"])
        try await second.work("job")
        #expect(await bench.report().first?.hasPrefix("Node second.example.org: release 1.2.3") == true)
    }

    @Test(arguments: NodeEngine.available)
    func `without the database, writes of a node that was missed are refused at once`(_ engine: NodeEngine) async throws
    {
        let (bench, first, _) = try await two(engine)
        bench.takeAway(true)
        bench.pass(16)
        await #expect(throws: StorageError.inputOutput("the server is away")) { try await first.work("job") }
        let writes = bench.writes
        for _ in 0..<10 {
            await #expect(throws: StorageError.busy) { try await first.work("job") }
        }
        #expect(bench.writes == writes)
        bench.takeAway(false)
        try await first.node.check()
        try await first.work("job")
        #expect(try await bench.jobs() == ["job"])
    }

    @Test(arguments: NodeEngine.available)
    func `the records of nodes that have died are removed after an hour`(_ engine: NodeEngine) async throws {
        let (bench, _, second) = try await two(engine)
        func ids() async throws -> [String] {
            try await bench.database.read { reader in try reader.nodes(seenSince: .distantPast).map(\.id) }
        }
        bench.pass(3_599)
        try await second.node.check()
        #expect(try await ids() == ["first", "second"])
        bench.pass(5)
        try await second.node.check()
        #expect(try await ids() == ["second"])
    }

    @Test func `the only process on a database does all work without a lease`() async throws {
        let bench = try await NodeBench(.sqlite)
        let jobs = try await OnlyNode().onDuty { () async throws in try await bench.jobs() }
        #expect(jobs?.isEmpty == true)
        #expect(OnlyNode().duty == .alone)
        try await OnlyNode().leave()
        let rows = try await bench.database.read { reader in
            try reader.query("SELECT id FROM nodes").count + reader.query("SELECT name FROM leases").count
        }
        #expect(rows == 0)
    }
}
