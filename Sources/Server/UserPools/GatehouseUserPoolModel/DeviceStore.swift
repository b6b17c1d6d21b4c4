// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What can be read of devices inside a transaction.
package protocol DeviceReading {
    func device(_ key: String, ofUser sub: String, inPool poolID: String) throws -> DeviceRecord?

    /// Devices of a user in the order of their keys, beginning behind `after`.
    func devices(ofUser sub: String, inPool poolID: String, after key: String?, limit: Int) throws -> [DeviceRecord]
}

/// What can be changed of devices inside a transaction.
package protocol DeviceWriting: DeviceReading {
    /// - Throws: `UserPoolStoreError.taken` when the user has a device with this key.
    func insert(_ device: DeviceRecord) throws
    func update(_ device: DeviceRecord) throws
    /// Removes the device, with the refresh tokens and sessions of its sign-ins, whose families then name no device.
    func deleteDevice(_ key: String, ofUser sub: String, inPool poolID: String) throws
}
