// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseServer

/// A new master key on a database with several nodes.
@Suite(.hangLimit) struct NodeKeyTests {
    private static let (old, new) = (NodeBench.old, NodeBench.new)

    /// Whether every node opens what each of them seals now.
    private func expectMutual(_ nodes: [BenchNode], _ location: SourceLocation = #_sourceLocation) {
        for sealing in nodes {
            let value = sealing.seal()
            for opening in nodes {
                #expect(
                    opening.opens(value), "\(opening.record.id) opens what \(sealing.record.id) seals",
                    sourceLocation: location)
            }
        }
    }

    private func keyIDs(_ nodes: [BenchNode]) -> [String] { nodes.map(\.sealer.currentKeyID) }

    @Test(arguments: NodeEngine.available)
    func `nodes that are restarted one after another always open what the others seal`(
        _ engine: NodeEngine
    ) async throws {
        let bench = try await NodeBench(engine)
        var nodes: [BenchNode] = []
        for number in 0..<3 { nodes.append(try await bench.start("node\(number)", Self.old)) }
        for index in nodes.indices {
            for node in nodes { try await node.node.check() }
            expectMutual(nodes)
            #expect(keyIDs(nodes) == ["old", "old", "old"])
            // Some nodes end properly, others die.
            if index != 1 { try await nodes[index].node.leave() }
            nodes[index] = try await bench.start("node\(index)", Self.old + Self.new)
            expectMutual(nodes)
        }
        // The last one has found that all have the key, and the others follow.
        #expect(keyIDs(nodes) == ["old", "old", "new"])
        for node in nodes {
            try await node.node.check()
            expectMutual(nodes)
        }
        #expect(keyIDs(nodes) == ["new", "new", "new"])
    }

    @Test(arguments: NodeEngine.available)
    func `the key seals as soon as the last node without it has ended`(_ engine: NodeEngine) async throws {
        let bench = try await NodeBench(engine)
        let first = try await bench.start("first", Self.old)
        let second = try await bench.start("second", Self.old + Self.new)
        try await first.node.check()
        try await second.node.check()
        #expect(keyIDs([first, second]) == ["old", "old"])
        #expect(
            await bench.report().contains(
                "Master key new: it does not seal yet, because nodes lack it: first.example.org. Restart them with the "
                    + "longer key ring"))
        try await first.node.leave()
        for _ in 0..<2 { try await second.node.check() }
        #expect(keyIDs([second]) == ["new"])
        #expect(bench.lines.all.contains { $0.hasPrefix("notice All nodes seal with a new master key") })
        #expect(await bench.report().contains { $0.contains("new values are sealed under") })
        #expect(await !bench.report().contains { $0.contains("does not seal yet") })
    }

    @Test(arguments: NodeEngine.available)
    func `a node that was missed while the key changed does not serve without the key`(
        _ engine: NodeEngine
    ) async throws {
        let bench = try await NodeBench(engine)
        let first = try await bench.start("first", Self.old)
        let second = try await bench.start("second", Self.old + Self.new)
        try await first.node.check()
        // The first node stops, and is missed.
        bench.pass(16)
        for _ in 0..<3 { try await second.node.check() }
        #expect(keyIDs([second]) == ["new"])
        await #expect(throws: StorageError.busy) { try await first.work("job") }
        let reason = await #expect(throws: NotReady.self) { try await first.node.check() }
        #expect(reason?.description.contains("The master key new") == true)
        #expect(try await bench.jobs().isEmpty)
        try await second.work("job")
    }

    @Test(arguments: NodeEngine.available)
    func `a write whose node is stopped while it runs is not committed`(_ engine: NodeEngine) async throws {
        let bench = try await NodeBench(engine)
        let first = try await bench.start("first", Self.old)
        func work(_ job: String, stoppedFor seconds: TimeInterval) async throws {
            try await first.database.write { connection in
                try connection.execute("INSERT INTO import_runs (pool_id, job_id) VALUES (\(job), \(job))")
                bench.pass(seconds)
            }
        }
        try await first.node.check()
        try await work("short", stoppedFor: 14)
        try await first.node.check()
        await #expect(throws: StorageError.busy) { try await work("long", stoppedFor: 16) }
        #expect(try await bench.jobs() == ["short"])
        try await first.node.check()
        try await work("later", stoppedFor: 0)
        #expect(try await bench.jobs() == ["later", "short"])
    }

    @Test(arguments: NodeEngine.available)
    func `a node without the key that seals does not start`(_ engine: NodeEngine) async throws {
        let bench = try await NodeBench(engine)
        let first = try await bench.start("first", Self.old + Self.new)
        let refusal = await #expect(throws: StartupRefusal.self) { _ = try await bench.start("second", Self.old) }
        #expect(refusal?.description.contains("The master key new is missing") == true)
        try await first.node.check()
        #expect(await bench.report().count == 1)
    }

    @Test(arguments: NodeEngine.available)
    func `another key under the id of one that waits is refused`(_ engine: NodeEngine) async throws {
        let bench = try await NodeBench(engine)
        _ = try await bench.start("first", Self.old)
        _ = try await bench.start("second", Self.old + Self.new)
        // A node without the waiting key does not make the others forget its proof.
        _ = try await bench.start("third", Self.old)
        let refusal = await #expect(throws: StartupRefusal.self) {
            _ = try await bench.start("fourth", Self.old + NodeBench.line("new", 9))
        }
        #expect(refusal?.description.contains("The master key new is not the one") == true)
    }

    @Test(arguments: NodeEngine.available)
    func `nodes whose last lines differ stay with the key that they have`(_ engine: NodeEngine) async throws {
        let bench = try await NodeBench(engine)
        let first = try await bench.start("first", Self.old)
        let second = try await bench.start("second", Self.new + Self.old)
        let third = try await bench.start("third", Self.old + Self.new)
        let nodes = [first, second, third]
        for _ in 0..<3 {
            for node in nodes { try await node.node.check() }
        }
        try await first.node.leave()
        for _ in 0..<3 {
            for node in nodes.dropFirst() { try await node.node.check() }
        }
        #expect(keyIDs(Array(nodes.dropFirst())) == ["old", "old"])
        #expect(
            await bench.report().contains(
                "Master key new: it does not seal yet, because it is not the last line of the key ring of "
                    + "second.example.org"))
    }

    @Test(arguments: NodeEngine.available)
    func `the former key is needed for as long as a node may seal with it, and then for the life of credentials`(
        _ engine: NodeEngine
    ) async throws {
        let bench = try await NodeBench(engine)
        _ = try await bench.start("first", Self.old)
        _ = try await bench.start("second", Self.old + Self.new)
        let before = bench.time.now
        _ = try await bench.start("first", Self.old + Self.new)
        let records = try await bench.database.read { reader in try reader.masterKeys() }
        let former = try #require(records.first { $0.id == "old" })
        #expect(former.sealedUntil == before.addingTimeInterval(NodeRecord.life))
        #expect(former.isNeeded(at: before.addingTimeInterval(100_000)))
        #expect(MasterKeyLedger(records: records).isCurrent("new"))
    }

    @Test(arguments: NodeEngine.available)
    func `a server for development is alone on its database`(_ engine: NodeEngine) async throws {
        let bench = try await NodeBench(engine)
        let development = try await bench.start("dev", Self.old, isForDevelopment: true)
        let refusal = await #expect(throws: StartupRefusal.self) { _ = try await bench.start("first", Self.old) }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("dev.example.org uses the database") == true)
        // The next start in the same folder is the same server.
        _ = try await bench.start("dev", Self.old, isForDevelopment: true)
        bench.pass(16)
        let first = try await bench.start("first", Self.old)
        await #expect(throws: StartupRefusal.self) {
            _ = try await bench.start("dev", Self.old, isForDevelopment: true)
        }
        try await first.node.check()
        await #expect(throws: NotReady.self) { try await development.node.check() }
    }
}
