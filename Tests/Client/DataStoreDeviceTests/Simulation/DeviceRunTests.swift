// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import Testing

/// Runs of devices with the real server and with faults.
///
/// Calls and faults of the network repeat from the seed. The order in which the machine runs tasks does not, so that a run
/// that breaks a law tells its requests and answers, too.
///
/// `GATEHOUSEBUILD_RUNS` says how many; `GATEHOUSEBUILD_SEED` plays a single one.
@Suite(.hangLimit) struct DeviceRunTests {
    private static let count = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_RUNS"].flatMap(Int.init) ?? 500
    /// As many as end within the limit of a test, with eight of them side by side.
    private static let parts = max(2, count / 250)

    @Test(arguments: 0..<parts)
    func `after quiet, all devices have what the service has, and the service has what they saved`(part: Int) async {
        var failures = 0
        for seed in Self.seeds(part) where failures < 3 {
            do {
                try await DeviceRun.play(seed: seed)
            } catch {
                failures += 1
                Issue.record(error)
            }
        }
    }

    @Test(arguments: 0..<parts)
    func `after quiet, all devices have the lists and todos that were saved`(part: Int) async {
        var failures = 0
        for seed in Self.listSeeds(part) where failures < 3 {
            do {
                try await ListRun.play(seed: seed)
            } catch {
                failures += 1
                Issue.record(error)
            }
        }
    }

    @Test func `a todo that is lost on purpose is found out`() async {
        for seed in 1...20 as ClosedRange<UInt64> {
            do {
                try await ListRun.play(seed: seed, losesTodo: true)
            } catch {
                let cause = (error as? FailedDeviceRun)?.cause
                #expect((cause as? BrokenLaw)?.law == .nothingLost, "\(error)")
                return
            }
        }
        Issue.record("The loss was not found in 20 runs")
    }

    @Test(arguments: DeviceSabotage.allCases)
    func `a law that is broken on purpose is found out`(sabotage: DeviceSabotage) async {
        for seed in 1...Self.patience {
            do {
                try await DeviceRun.play(seed: seed, sabotage: sabotage)
            } catch {
                let law = ((error as? FailedDeviceRun)?.cause as? BrokenLaw)?.law
                // The fault of a client can break another law first.
                if law != nil, law != sabotage.law, sabotage.isOfClient { continue }
                #expect(law == sabotage.law, "\(error)")
                return
            }
        }
        Issue.record("\(sabotage) was not found in \(Self.patience) runs")
    }

    /// The number of runs in which each planted fault has to be found.
    private static let patience: UInt64 = 300

    /// A quarter of the seeds: with several models, a run takes longer.
    private static func listSeeds(_ part: Int) -> [UInt64] {
        let seeds = seeds(part)
        return Array(seeds.prefix(seeds.isEmpty ? 0 : max(1, seeds.count / 4)))
    }

    private static func seeds(_ part: Int) -> [UInt64] {
        let seed = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_SEED"].flatMap(UInt64.init)
        if let seed { return part == 0 ? [seed] : [] }
        return (1...UInt64(max(count, 1))).filter { $0 % UInt64(parts) == UInt64(part) }
    }
}
