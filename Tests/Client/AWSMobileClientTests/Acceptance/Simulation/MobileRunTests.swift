// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import Testing

/// Runs of the mobile client against the real server, with faults, each repeatable from its seed as far as the machine
/// allows.
///
/// `GATEHOUSEBUILD_RUNS` says how many; `GATEHOUSEBUILD_SEED` plays a single one.
@Suite(.hangLimit) struct MobileRunTests {
    private static let parts = 2

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
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["GATEHOUSEBUILD_SEED"].flatMap(UInt64.init) { return part == 0 ? [seed] : [] }
        let count = environment["GATEHOUSEBUILD_RUNS"].flatMap(UInt64.init) ?? 50
        return (1...max(count, 1)).filter { $0 % UInt64(parts) == UInt64(part) }
    }
}
