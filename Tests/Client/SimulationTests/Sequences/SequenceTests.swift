// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

/// Sequences of calls at random, each repeatable from its seed.
///
/// `GATEHOUSEBUILD_SEQUENCES` says how many; `GATEHOUSEBUILD_SEED` plays a single one.
@Suite struct SequenceTests {
    private static let parts = 2

    /// The service's challenges, all of which the sequences must reach.
    private static let challenges: Set<String> = [
        "CUSTOM_CHALLENGE", "DEVICE_PASSWORD_VERIFIER", "DEVICE_SRP_AUTH", "EMAIL_OTP", "MFA_SETUP",
        "NEW_PASSWORD_REQUIRED", "PASSWORD_VERIFIER", "SELECT_CHALLENGE", "SELECT_MFA_TYPE", "SMS_MFA", "SMS_OTP",
        "SOFTWARE_TOKEN_MFA", "WEB_AUTHN",
    ]

    @Test func `after any sequence and at any step a user can sign out and in, and no call hangs`() async throws {
        let tour = await withTaskGroup(of: SequenceRun.Tour.self) { group in
            for part in 0..<Self.parts { group.addTask { await Self.play(part) } }
            return await group.reduce(into: SequenceRun.Tour()) { $0.join($1) }
        }
        if Self.count < 500 { return }
        #expect(Set(tour.visits.map(\.step)) == Set(SequenceStep.allCases))
        #expect(Self.challenges.subtracting(tour.challenges).isEmpty)
        if Self.count < 10_000 { return }
        for step in SequenceStep.allCases {
            for deed in SequenceRun.Visit.Deed.allCases {
                #expect(tour.visits.contains(SequenceRun.Visit(step: step, deed: deed)), "\(deed) at \(step)")
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a sequence repeats itself`(seed: UInt64) async throws {
        let first = try await SequenceRun.play(seed: seed)
        let second = try await SequenceRun.play(seed: seed)
        #expect(first.visits == second.visits && first.calls == second.calls)
    }

    private static func play(_ part: Int) async -> SequenceRun.Tour {
        var tour = SequenceRun.Tour()
        var failures = 0
        for seed in seeds(part) where failures < 3 {
            do {
                tour.join(try await SequenceRun.play(seed: seed))
            } catch {
                failures += 1
                Issue.record(error)
            }
        }
        return tour
    }

    /// The number of sequences; a small one does not reach every step.
    private static var count: UInt64 {
        if setting("GATEHOUSEBUILD_SEED") != nil { return 1 }
        return max(setting("GATEHOUSEBUILD_SEQUENCES") ?? 600, 1)
    }

    private static func seeds(_ part: Int) -> [UInt64] {
        if let seed = setting("GATEHOUSEBUILD_SEED") { return part == 0 ? [seed] : [] }
        return (1...count).filter { $0 % UInt64(parts) == UInt64(part) }
    }

    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }
}
