// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The settings of a pool for user sessions.
package struct SessionSettings: Sendable, Equatable {
    /// Whether the pool records sessions.
    package let isTracked: Bool
    /// The maximum number of sessions of a user, from 1 to 100; one more ends the session that was used longest ago.
    package let maximumPerUser: Int

    /// Creates the settings; the defaults are those of a new pool.
    package init(isTracked: Bool = false, maximumPerUser: Int = 20) {
        self.isTracked = isTracked
        self.maximumPerUser = maximumPerUser
    }
}
