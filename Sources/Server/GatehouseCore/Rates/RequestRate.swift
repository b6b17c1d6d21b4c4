// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How often somebody may ask: so many times a second in the long run, and `burst` times at once.
package struct RequestRate: Sendable, Equatable {
    /// Requests a second.
    package var perSecond: Double
    /// Requests that may come at once after a rest; at least 1.
    package var burst: Double

    /// Creates a rate; without a burst, a second's worth may come at once.
    package init(perSecond: Double, burst: Double? = nil) {
        self.perSecond = perSecond
        self.burst = max(burst ?? perSecond, 1)
    }
}
