// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Times work on the machine's monotonic clock.
enum Stopwatch {
    /// Seconds that `work` takes, the median of many runs.
    static func median(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let times = try (0..<runs).map { _ in try clock.measure(work).seconds }
        return times.sorted()[runs / 2]
    }

    /// Seconds that `work` takes once.
    static func seconds(_ work: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await work()
        return (clock.now - start).seconds
    }

    /// Seconds of the processor that this program has used, exact to microseconds.
    static var processorTime: Double {
        // POSIX has a million units in a second.
        Double(clock()) / 1e6
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
