// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseWire

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
