// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Finds the steps of a failed run that are enough to make it fail.
enum ServerShrinking {
    /// The longest search, in runs.
    private static let longestSearch = 150

    /// Leaves out as many steps as the failure survives, first long pieces, then single steps.
    ///
    /// - Returns: the steps that are left, with the run that they make.
    static func shrink(
        _ setting: ServerRun.Setting, _ steps: [ServerStep], failing promise: ServerPromise
    ) async -> FailedServerRun? {
        var (best, found): ([ServerStep], FailedServerRun?) = (steps, nil)
        var (length, runs) = (max(steps.count / 2, 1), 0)
        while true {
            var start = 0
            while start < best.count, runs < longestSearch {
                var fewer = best
                fewer.removeSubrange(start..<min(start + length, best.count))
                runs += 1
                let (journal, failure) = await ServerRun.play(setting, steps: fewer)
                if let failure = failure as? BrokenPromise, failure.promise == promise {
                    best = fewer
                    found = FailedServerRun(setting: setting, cause: failure, steps: best, journal: journal)
                } else {
                    start += length
                }
            }
            guard length > 1, runs < longestSearch else { return found }
            length /= 2
        }
    }
}
