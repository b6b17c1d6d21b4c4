// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where a call came from, as events and sessions remember it.
package struct CallOrigin: Sendable, Equatable {
    /// The address of the user's device.
    package let address: String
    /// What the device says it is, in a few words.
    package let device: String

    /// Creates an origin.
    package init(address: String, device: String) {
        self.address = address
        self.device = device
    }
}
