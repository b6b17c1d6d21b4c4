// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The origin of a request, as events and sessions record it.
package struct CallOrigin: Sendable, Equatable {
    /// The IP address of the user's device.
    package let address: String
    /// The `User-Agent` header.
    package let userAgent: String

    /// Creates an origin.
    package init(address: String, userAgent: String) {
        self.address = address
        self.userAgent = userAgent
    }

    /// A short readable description of the device, such as `Firefox 128, Linux`.
    ///
    /// It is computed on each access, because most pools record neither events nor sessions.
    package var device: String { DeviceName.described(by: userAgent) }
}
