// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension DataEvents {
    /// The longest time that a change may wait for its commit.
    ///
    /// A sync reaches back behind the time of the last sync by this time, because a change has the time of its
    /// transaction. A change that waits longer can be missed by a sync that began before its commit.
    package static let longestWait = Duration.seconds(5)

    /// The warning about a change feed that lags; `nil` while no change waits too long.
    package var warning: String? {
        let lag = lag
        guard lag > Self.longestWait else { return nil }
        return """
            The change feed and the delta log of the data APIs lag: a change has waited \(lag.components.seconds) seconds \
            for its commit, so a sync may miss it until the next full sync.
            """
    }
}
