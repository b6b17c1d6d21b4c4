// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A limit for requests: a rate per second in the long run, and a number of requests at once.
package struct RequestRate: Sendable, Equatable {
    /// Requests a second.
    package var perSecond: Double
    /// The number of requests that are allowed at once after a pause; at least 1.
    package var burst: Double

    /// Creates a rate; without a burst, the requests of one second are allowed at once.
    package init(perSecond: Double, burst: Double? = nil) {
        self.perSecond = perSecond
        self.burst = max(burst ?? perSecond, 1)
    }
}
