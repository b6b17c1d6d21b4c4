// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
package import Foundation
import GatehouseWire

extension UserPoolWriting {
    /// Changes a pool and sets its date of last change.
    ///
    /// - Returns: The changed pool.
    /// - Throws: `ResourceNotFoundException` if there is no such pool, and the errors of `change`.
    @discardableResult
    package func changePool(
        _ id: String, at now: Date, _ change: (inout UserPoolRecord) throws -> Void
    ) throws -> UserPoolRecord {
        var pool = try existingPool(id)
        try change(&pool)
        pool.modifiedAt = now
        pool.description.lastModifiedDate = now
        try update(pool)
        return pool
    }
}

extension UserPoolWriting {
    /// Changes the user with a name and sets the date of last change.
    ///
    /// - Returns: The changed user.
    /// - Throws: `ResourceNotFoundException` if there is no such pool, `UserNotFoundException` if there is no such user,
    ///   and the errors of `change`.
    package func changeUser(
        _ username: String, inPool poolID: String, at now: Date, _ change: (inout UserRecord) throws -> Void
    ) throws -> UserRecord {
        var user = try existingUser(username, in: existingPool(poolID))
        try change(&user)
        user.modifiedAt = now
        try update(user)
        return user
    }
}

extension UserPoolReading {
    /// Returns the current state of a user that was read before this transaction.
    ///
    /// - Throws: `UserNotFoundException` if the user was deleted.
    package func present(_ user: UserRecord) throws -> UserRecord {
        guard let present = try self.user(user.sub, inPool: user.poolID) else { throw ServiceFault.noSuchUser }
        return present
    }
}

extension UserPoolWriting {
    /// Saves the MFA settings of a user that was read in this transaction.
    package func save(_ mfa: UserMFA, of user: UserRecord, at now: Date) throws {
        var user = user
        user.mfa = mfa
        user.modifiedAt = now
        try update(user)
    }
}

extension UserPoolWriting {
    /// Sets whether a device is remembered; a request without a status changes nothing.
    ///
    /// - Throws: `ResourceNotFoundException` if the user has no such device.
    package func setStatus(
        _ status: DeviceRememberedStatusType?, ofDevice key: String, of user: UserRecord, at now: Date
    ) throws {
        var device = try existingDevice(key, of: user)
        guard let status else { return }
        device.isRemembered = status == .remembered
        device.modifiedAt = now
        try update(device)
    }

    /// Removes a device with its refresh tokens; its access tokens remain valid until they expire.
    ///
    /// - Throws: `ResourceNotFoundException` if the user has no such device.
    package func forgetDevice(_ key: String, of user: UserRecord) throws {
        let device = try existingDevice(key, of: user)
        try deleteDevice(device.key, ofUser: user.sub, inPool: user.poolID)
    }

    /// Records a sign-in with a device.
    ///
    /// - Throws: `ResourceNotFoundException` if the device was removed in the meantime.
    package func noteSignIn(with known: DeviceRecord, from address: String, at now: Date) throws {
        guard var device = try device(known.key, ofUser: known.sub, inPool: known.poolID) else {
            throw ServiceFault.noSuchDevice
        }
        device.address = address
        device.authenticatedAt = now
        device.waiting = nil
        try update(device)
    }
}
