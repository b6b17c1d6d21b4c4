// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

/// Runs of the server with faults of its disk, jumps of its clock and ends of its process, each repeatable from its
/// seed.
///
/// `GATEHOUSEBUILD_RUNS` says how many; `GATEHOUSEBUILD_SEED` plays a single one.
@Suite struct ServerFaultTests {
    private static let parts = 2

    @Test(arguments: 0..<parts)
    func `no fault of the disk, the clock or the process breaks a promise of the server`(part: Int) async throws {
        var failures = 0
        for seed in Self.seeds(part) where failures < 3 {
            guard let failure = await Self.failure(seed: seed) else { continue }
            failures += 1
            Issue.record(failure)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a run repeats itself, word for word`(seed: UInt64) async throws {
        let steps = ServerRun.steps(seed: seed)
        let first = await ServerRun.play(seed: seed, steps: steps)
        let second = await ServerRun.play(seed: seed, steps: steps)
        #expect(first.journal == second.journal)
    }

    @Test(arguments: PlantedBug.allCases)
    func `a defect that is planted in the store is found`(bug: PlantedBug) async throws {
        var found: (any Error)?
        for seed in 1...80 as ClosedRange<UInt64> where found == nil {
            found = await ServerRun.play(seed: seed, steps: ServerRun.steps(seed: seed), bug: bug).failure
        }
        let promise = (found as? BrokenPromise)?.promise
        #expect(promise.map(bug.breaks.contains) == true, "\(bug): \(found.map { "\($0)" } ?? "nothing was found")")
    }

    /// The failure of a seed, with the fewest steps that were found for it.
    private static func failure(seed: UInt64) async -> (any Error)? {
        let steps = ServerRun.steps(seed: seed)
        let (journal, failure) = await ServerRun.play(seed: seed, steps: steps)
        guard let failure else { return nil }
        let whole = FailedServerRun(seed: seed, cause: failure, steps: steps, journal: journal)
        guard let broken = failure as? BrokenPromise else { return whole }
        return await ServerShrinking.shrink(seed: seed, steps, failing: broken.promise, bug: nil) ?? whole
    }

    private static func seeds(_ part: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["GATEHOUSEBUILD_SEED"].flatMap(UInt64.init) { return part == 0 ? [seed] : [] }
        let count = environment["GATEHOUSEBUILD_RUNS"].flatMap(UInt64.init) ?? 60
        return (1...max(count, 1)).filter { $0 % UInt64(parts) == UInt64(part) }
    }
}
