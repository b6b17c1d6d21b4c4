// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage
import GatehouseTestSupport
import Testing

@testable import GatehouseServer

/// The base URLs of nodes, which are one server for their clients.
@Suite(.hangLimit) struct NodeBaseURLTests {
    private static let other = "https://other.example.org"

    private func warnings(_ bench: NodeBench) -> [String] {
        bench.lines.all.filter { $0.hasPrefix("warning Other nodes have another base URL") }
    }

    @Test(arguments: NodeEngine.available)
    func `a node with another base URL says so once, and the check names the nodes by their base URLs`(
        _ engine: NodeEngine
    ) async throws {
        let bench = try await NodeBench(engine)
        let first = try await bench.start("first", NodeBench.old)
        try await first.node.check()
        let second = try await bench.start("second", NodeBench.old, baseURL: Self.other)
        for _ in 0..<3 {
            try await second.node.check()
            try await first.node.check()
        }
        #expect(warnings(bench).count == 1)
        #expect(warnings(bench).first?.contains("base_url=\(Self.other)") == true)
        #expect(warnings(bench).first?.contains("first.example.org https://auth.example.org") == true)
        let finding = await bench.report().first { $0.hasPrefix("Nodes have different base URLs") }
        #expect(finding?.contains("https://auth.example.org of first.example.org") == true)
        #expect(finding?.contains("\(Self.other) of second.example.org") == true)
        #expect(finding?.contains("the same GATEHOUSE_BASE_URL") == true)
        try await second.node.leave()
        #expect(await bench.report().count == 1)
    }

    @Test(arguments: NodeEngine.available)
    func `nodes with one base URL, and those of a release that does not record it, are no finding`(
        _ engine: NodeEngine
    ) async throws {
        let bench = try await NodeBench(engine)
        for id in ["first", "second"] {
            let node = try await bench.start(id, NodeBench.old)
            try await node.node.check()
        }
        let former = try await bench.start("former", NodeBench.old, baseURL: nil)
        try await former.node.check()
        #expect(warnings(bench).isEmpty)
        #expect(await bench.report().allSatisfy { $0.hasPrefix("Node ") })
        let recorded = try await bench.database.read { reader in
            try reader.nodes(seenSince: .distantPast).map(\.baseURL)
        }
        #expect(recorded == ["https://auth.example.org", nil, "https://auth.example.org"])
    }
}
