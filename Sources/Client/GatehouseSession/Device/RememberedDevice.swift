// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// This installation as a user's device: a key from the user pool, and a secret of its own.
package struct RememberedDevice: Sendable, Equatable, Codable {
    /// The device's key.
    package let deviceKey: String
    /// The key of the group that the user's devices form.
    package let groupKey: String
    /// Stands in the place of a password; never leaves the device.
    package let secret: String

    /// Creates a device.
    package init(deviceKey: String, groupKey: String, secret: String) {
        self.deviceKey = deviceKey
        self.groupKey = groupKey
        self.secret = secret
    }

    /// The identity of the device in an SRP proof.
    var identity: SRPIdentity { .device(groupKey: groupKey, deviceKey: deviceKey) }
}

extension RememberedDevice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key; the secret stays out.
    package var description: String { "(device \(deviceKey))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["deviceKey": deviceKey]) }
}
