// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseStorage
import GatehouseTestSupport
import Testing

@testable import GatehouseServer

/// The clocks of nodes against the clock of their database.
@Suite(.hangLimit) struct NodeClockTests {
    private static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    private func clock(_ time: TimeInterval, _ start: TimeInterval, _ end: TimeInterval) -> NodeClock {
        NodeClock(
            Self.noon.addingTimeInterval(time), askedAt: Self.noon.addingTimeInterval(start),
            answeredAt: Self.noon.addingTimeInterval(end))
    }

    private func node(_ offset: TimeInterval) -> NodeRecord {
        NodeRecord(
            id: "id", run: "run", name: "name", version: "1", isForDevelopment: false, baseURL: nil, keyIDs: [],
            wantedKeyID: "", sealingKeyID: "", clockOffset: offset, lastSeen: Self.noon)
    }

    @Test func `the time of the question does not count as a difference`() {
        #expect(clock(0, 0, 0).offset == 0)
        // The answer took a minute, in which the clocks may have been the same.
        #expect(clock(30, 0, 60).offset == 0)
        #expect(clock(0, 7, 8).offset == 7)
        #expect(clock(0, -9, -7).offset == -7)
    }

    @Test func `five seconds are tolerated`() {
        for offset in [-5.0, 0, 5] {
            #expect(clock(0, offset, offset).problem(beside: []) == nil)
        }
        for offset in [-5.1, 5.1] { #expect(clock(0, offset, offset).problem(beside: []) != nil) }
    }

    @Test func `the reason says whose clock is off and by how much`() {
        let ahead = clock(0, 63, 63)
        func reason(_ others: [TimeInterval]) -> String? { ahead.problem(beside: others.map(node))?.description }
        #expect(reason([])?.contains("this node is 63 seconds ahead of that of the database") == true)
        #expect(
            reason([0, 1])?.contains("this node is 63 seconds ahead of those of the database and of the other") == true)
        #expect(reason([62, 64])?.contains("The clock of the database is 63 seconds behind") == true)
        #expect(reason([0, 62])?.contains("let both machines use NTP") == true)
        let behind = clock(0, -60, -60).problem(beside: [])
        #expect(behind?.description.contains("60 seconds behind") == true)
    }

    @Test(arguments: NodeEngine.available)
    func `a node whose clock is off is not ready and does no work for the others, until it is right again`(
        _ engine: NodeEngine
    ) async throws {
        let bench = try await NodeBench(engine)
        let (first, second) = (
            try await bench.start("first", NodeBench.old), try await bench.start("second", NodeBench.old)
        )
        try await first.node.check()
        try await second.node.check()
        for offset in [60.0, -60] {
            first.ahead.set(offset)
            let reason = await #expect(throws: NotReady.self) { try await first.node.check() }
            #expect(reason?.description.hasPrefix("The clock of this node is 60 seconds") == true)
            #expect(reason?.description.contains("and of the other nodes") == true)
            #expect(first.node.duty == .elsewhere)
            try await second.node.check()
            #expect(second.node.duty != .elsewhere)
            #expect(await bench.report().contains { $0.hasPrefix("The clock of node first.example.org is 60 seconds") })
            first.ahead.set(0)
            try await first.node.check()
        }
        // What belongs to its own requests, it still does: they are ended by the load balancer.
        first.ahead.set(60)
        try await first.work("job")
    }

    @Test(.enabled(if: NodeEngine.available.contains(.postgres), "Scripts/with-postgres.sh starts PostgreSQL"))
    func `the time of a PostgreSQL is that of its machine`() async throws {
        let bench = try await NodeBench(.postgres)
        let clock = try await bench.database.read { reader in try NodeClock(reader, .server, .system) }
        // The server of the tests is on this machine.
        #expect(clock.isRight)
    }
}
