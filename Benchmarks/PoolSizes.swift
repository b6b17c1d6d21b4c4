// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

/// The same work in pools of very different size, each in a separate server, measured in turn.
struct PoolSizes {
    private static let sizes = [1_000, 100_000, 1_000_000]
    private static let rounds = 5

    private let loads: [(size: Int, load: ServerLoad)]

    /// Makes and fills the pools.
    static func prepare(binary: String) async throws -> PoolSizes {
        var loads: [(Int, ServerLoad)] = []
        for size in sizes {
            let server = try await MeasuredServer.prepare(binary: binary)
            let first = try await server.start()
            let load = try await ServerLoad.prepare(first)
            first.stop()
            try await PoolFilling(folder: server.folder, poolID: load.poolID).add(size - ServerLoad.users)
            loads.append((size, load.moved(to: try await server.start())))
        }
        return PoolSizes(loads: loads)
    }

    /// A page of 60 users, from the first to the sixteenth.
    func pages() async throws -> Row {
        try await row("`ListUsers` page of 60", count: 48, each: 16) { load, _ in
            try await load.walkUsers(pages: 16)
        }
    }

    /// Sign-ins with a password.
    func signIns() async throws -> Row {
        try await row("Password sign-in", count: 320) { load, worker in
            try await load.signInWithPassword(as: "bench-\(worker)")
        }
    }

    /// The memory of the server with the largest pool after the work.
    func memory() -> Row {
        RunningServer.memory("A million users", loads.last?.load.server.measured.anonymousMemory ?? .nan, limit: 64)
    }

    func remove() {
        for (_, load) in loads {
            load.server.stop()
            try? FileManager.default.removeItem(at: load.server.folder)
        }
    }

    /// Compares the largest pool with the smallest; one run of `work` counts `each` times.
    private func row(
        _ name: String, count: Int, each: Double = 1,
        _ work: @escaping @Sendable (ServerLoad, Int) async throws -> Void
    ) async throws -> Row {
        var rates = loads.map { _ in [Double]() }
        for _ in 0..<Self.rounds {
            for (index, (_, load)) in loads.enumerated() {
                let rate = try await load.server.measured.rate(of: count, workers: ServerLoad.users) {
                    try await work(load, $0)
                }
                rates[index].append(rate * each)
            }
        }
        let medians = rates.map { $0.sorted()[Self.rounds / 2] }
        let ratio = medians[0] / medians[medians.count - 1]
        return Row(
            name: "\(name): 1,000, 100,000, 1,000,000 users",
            result: medians.map { $0.rounded(0) }.joined(separator: ", ") + " /s per core", limit: "the smallest pool",
            ratio: "\(ratio.rounded(2)) ×", promise: "≤ 1.2 ×", holds: ratio <= 1.2)
    }
}
