// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Runs of the mobile client against the real server, with faults, each repeatable from its seed as far as the machine
/// allows.
///
/// `GATEHOUSEBUILD_RUNS` says how many; `GATEHOUSEBUILD_SEED` plays a single one.
@Suite(.hangLimit) struct MobileRunTests {
    private static let count = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_RUNS"].flatMap(Int.init) ?? 30
    /// As many as end within the limit of a test.
    private static let parts = max(2, count / 1_000)

    @Test(arguments: 0..<parts)
    func `no sequence of calls, faults and restarts breaks the rules of the session`(part: Int) async throws {
        var failures = 0
        for seed in Self.seeds(part) where failures < 3 {
            do {
                try await MobileRun.play(seed: seed)
            } catch {
                failures += 1
                Issue.record(error)
            }
        }
    }

    private static func seeds(_ part: Int) -> [UInt64] {
        let seed = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_SEED"].flatMap(UInt64.init)
        if let seed { return part == 0 ? [seed] : [] }
        return (1...UInt64(max(count, 1))).filter { $0 % UInt64(parts) == UInt64(part) }
    }
}
