// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The cases of an exhaustive check that a run of the tests plays.
///
/// Most runs play a few, spread evenly over all, and always the same ones. All are played where `GATEHOUSEBUILD_RUNS`
/// asks for a thousand runs or more of the simulation, as `make soak` does.
enum Sample {
    /// Whether all cases are played.
    static let isWhole =
        (ProcessInfo.processInfo.environment["GATEHOUSEBUILD_RUNS"].flatMap(Int.init) ?? 0) >= 1_000

    /// The cases that are played of these: all, or as many as `usual`, with the first and the last one.
    static func of(_ cases: Range<Int>, usually usual: Int) -> [Int] {
        guard !isWhole, cases.count > usual, usual > 1 else { return Array(cases) }
        return (0..<usual).map { cases.lowerBound + $0 * (cases.count - 1) / (usual - 1) }
    }

    /// The cases, numbered from 0, that one of several parts of a check plays: one case, or its share of all.
    ///
    /// The parts are arguments of a test, and run in parallel; the number of cases is known only when a test runs.
    static func cases(_ count: Int, inPart part: Int, of parts: Int) -> [Int] {
        let played = of(0..<count, usually: parts)
        return stride(from: part, to: played.count, by: parts).map { played[$0] }
    }
}
