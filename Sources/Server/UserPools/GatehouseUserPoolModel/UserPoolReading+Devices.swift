// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserPoolReading {
    /// Returns the user's confirmed device with a key, or `nil`; devices of other users are not found.
    package func device(_ key: String, of user: UserRecord) throws -> DeviceRecord? {
        guard key.utf8.count <= DeviceRecord.maximumKeyLength else { return nil }
        return try device(key, ofUser: user.sub, inPool: user.poolID)
    }

    /// Returns the user's confirmed device with a key.
    ///
    /// - Throws: `ResourceNotFoundException` if there is none.
    package func existingDevice(_ key: String, of user: UserRecord) throws -> DeviceRecord {
        guard let device = try device(key, of: user) else { throw ServiceFault.noSuchDevice }
        return device
    }
}
