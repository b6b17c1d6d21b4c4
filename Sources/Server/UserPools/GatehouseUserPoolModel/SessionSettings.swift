// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Whether a pool keeps sessions, and how many of one user.
package struct SessionSettings: Sendable, Equatable {
    package let isTracked: Bool
    /// From 1 to 100; one sign-in more ends the session that was used longest ago.
    package let maximumPerUser: Int

    /// Creates the settings; the defaults are those of a new pool.
    package init(isTracked: Bool = false, maximumPerUser: Int = 20) {
        self.isTracked = isTracked
        self.maximumPerUser = maximumPerUser
    }
}
