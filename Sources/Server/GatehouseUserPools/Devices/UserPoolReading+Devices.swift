// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserPoolReading {
    /// The confirmed device of a user that has this key.
    /// - Throws: `ResourceNotFoundException` when there is none; another user's device is none.
    func existingDevice(_ key: String, of user: UserRecord) throws -> DeviceRecord {
        guard
            key.utf8.count <= DeviceRecord.maximumKeyLength,
            let device = try device(key, ofUser: user.sub, inPool: user.poolID)
        else { throw ServiceFault.noSuchDevice }
        return device
    }

    /// The device whose key a sign-in names; `nil` where it names none or the pool tracks none.
    ///
    /// Asked once the first factor is proved: before that, the answer would tell who has which device.
    ///
    /// - Throws: `ResourceNotFoundException` for a key that is not that of a confirmed device of the user; apps forget
    ///   it then and try again without.
    func signInDevice(_ key: String?, of user: UserRecord, in pool: UserPoolRecord) throws -> DeviceRecord? {
        guard pool.tracksDevices, let key else { return nil }
        return try existingDevice(key, of: user)
    }
}
