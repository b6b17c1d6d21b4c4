// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension DataEvents {
    /// The longest time that a change may wait for its commit without a warning.
    ///
    /// A sync reaches back by this time behind the time that its client names.
    package static let longestWait = Duration.seconds(5)

    /// The warning about a change feed that lags; `nil` while no change waits too long.
    package var warning: String? {
        let lag = lag
        guard lag > Self.longestWait else { return nil }
        let reason =
            if node == nil {
                "a change has waited \(lag.components.seconds) seconds for its commit"
            } else {
                "the change log could not be read for \(lag.components.seconds) seconds"
            }
        return "The change feed of the data APIs lags: \(reason), so subscribers get changes late."
    }
}
