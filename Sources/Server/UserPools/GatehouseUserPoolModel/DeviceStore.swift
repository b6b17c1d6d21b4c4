// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads devices inside a transaction.
package protocol DeviceReading {
    /// Returns a user's confirmed device with a key, or `nil`.
    func device(_ key: String, ofUser sub: String, inPool poolID: String) throws -> DeviceRecord?

    /// Returns devices of a user in the order of their keys, beginning after `after`.
    func devices(ofUser sub: String, inPool poolID: String, after key: String?, limit: Int) throws -> [DeviceRecord]
}

/// Reads and writes devices inside a transaction.
package protocol DeviceWriting: DeviceReading {
    /// Adds a device.
    ///
    /// - Throws: `StoreConflict.taken` if the user has a device with this key.
    func insert(_ device: DeviceRecord) throws
    /// Replaces the stored values of a device.
    func update(_ device: DeviceRecord) throws
    /// Removes a device with the refresh tokens and sessions of its sign-ins, and its key from their token families.
    func deleteDevice(_ key: String, ofUser sub: String, inPool poolID: String) throws
}
