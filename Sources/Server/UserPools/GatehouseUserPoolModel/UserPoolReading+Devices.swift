// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserPoolReading {
    /// The confirmed device of a user that has this key, if there is one; another user's device is none.
    package func device(_ key: String, of user: UserRecord) throws -> DeviceRecord? {
        guard key.utf8.count <= DeviceRecord.maximumKeyLength else { return nil }
        return try device(key, ofUser: user.sub, inPool: user.poolID)
    }

    /// The confirmed device of a user that has this key.
    /// - Throws: `ResourceNotFoundException` when there is none.
    package func existingDevice(_ key: String, of user: UserRecord) throws -> DeviceRecord {
        guard let device = try device(key, of: user) else { throw ServiceFault.noSuchDevice }
        return device
    }
}
