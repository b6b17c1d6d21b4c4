// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// The devices that this installation is, one for each name that was typed; they survive sign-out.
struct RememberedDevices: Sendable {
    private let store: any CredentialStore
    private let keys: StoreKeys

    init(store: any CredentialStore, keys: StoreKeys) {
        self.store = store
        self.keys = keys
    }

    /// The device for a name, if there is one.
    ///
    /// A device that cannot be read fails no sign-in: the service treats the installation as a new one.
    func device(of typedUsername: String) -> RememberedDevice? {
        guard case .found(let data) = store.read(keys.deviceMetadata(typedUsername: typedUsername)) else { return nil }
        return try? JSONDecoder().decode(RememberedDevice.self, from: data)
    }

    /// Keeps a device.
    func keep(_ device: RememberedDevice, of typedUsername: String) throws(StoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(device) else {
            throw StoreError(.writing, reason: "The device has no JSON form.")
        }
        try store.write(data, for: keys.deviceMetadata(typedUsername: typedUsername))
    }

    /// Forgets a device that the user pool does not have any more.
    ///
    /// If the store cannot remove the device, the next sign-in finds again that it is unknown.
    func forget(of typedUsername: String) {
        try? store.remove(keys.deviceMetadata(typedUsername: typedUsername))
    }
}

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
