// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where a call came from, as events and sessions remember it.
package struct CallOrigin: Sendable, Equatable {
    /// The address of the user's device.
    package let address: String
    /// What the device says it is.
    package let userAgent: String

    /// Creates an origin.
    package init(address: String, userAgent: String) {
        self.address = address
        self.userAgent = userAgent
    }

    /// What the device says it is, in a few words.
    ///
    /// Worked out only when somebody asks, and most pools keep neither events nor sessions.
    package var device: String { DeviceName.described(by: userAgent) }
}
