// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

/// Runs of client, network, server and store with faults, each repeatable from its seed.
///
/// `GATEHOUSEBUILD_RUNS` says how many; `GATEHOUSEBUILD_SEED` plays a single one.
@Suite struct FaultRunTests {
    private static let parts = 2

    // About half a second a run: `make soak` plays thousands, and each commit as many as take fifteen seconds or so.
    @Test(arguments: 0..<parts)
    func `no fault ends a session, tears one apart, or keeps a call waiting`(part: Int) async throws {
        var failures = 0
        for seed in Self.seeds(part) where failures < 3 {
            do {
                _ = try await FaultRun.play(seed: seed)
            } catch {
                failures += 1
                Issue.record(error)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `a run repeats itself, word for word`(seed: UInt64) async throws {
        #expect(try await FaultRun.play(seed: seed) == FaultRun.play(seed: seed))
    }

    @Test(arguments: Sabotage.allCases)
    func `a part that is broken on purpose is found out`(sabotage: Sabotage) async throws {
        let error = await firstFailure(with: sabotage)
        #expect(sabotage.breaks(error), "\(sabotage): \(error.map { "\($0)" } ?? "nothing was found")")
    }

    private func firstFailure(with sabotage: Sabotage) async -> (any Error)? {
        for seed in 1...60 as ClosedRange<UInt64> {
            do {
                _ = try await FaultRun.play(seed: seed, sabotage: sabotage)
            } catch {
                return (error as? FailedRun)?.cause
            }
        }
        return nil
    }

    private static func seeds(_ part: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["GATEHOUSEBUILD_SEED"].flatMap(UInt64.init) { return part == 0 ? [seed] : [] }
        let count = environment["GATEHOUSEBUILD_RUNS"].flatMap(UInt64.init) ?? 40
        return (1...max(count, 1)).filter { $0 % UInt64(parts) == UInt64(part) }
    }
}

extension Sabotage {
    /// Whether the damage shows as this error.
    fileprivate func breaks(_ error: (any Error)?) -> Bool {
        let rule = (error as? Violation)?.rule
        switch self {
        case .halfWrites, .mixedTokens: return rule == .halfSession
        case .forgottenWrites, .inventedRefusals, .unjustRefusals: return rule == .sessionEnded
        case .twoEngines: return rule == .twoRefreshes || rule == .sessionEnded
        case .silence: return rule == .deadline || error is StageError
        }
    }
}
