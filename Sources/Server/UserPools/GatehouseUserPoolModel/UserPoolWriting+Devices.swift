// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseWire

extension UserPoolWriting {
    /// Remembers a device or no longer does; a request that does not say which leaves it as it is.
    /// - Throws: `ResourceNotFoundException` when the user has no such device.
    package func setStatus(
        _ status: DeviceRememberedStatusType?, ofDevice key: String, of user: UserRecord, at now: Date
    ) throws {
        var device = try existingDevice(key, of: user)
        guard let status else { return }
        device.isRemembered = status == .remembered
        device.modifiedAt = now
        try update(device)
    }

    /// Forgets a device: its refresh tokens end with it, and its access tokens run out.
    /// - Throws: `ResourceNotFoundException` when the user has no such device.
    package func forgetDevice(_ key: String, of user: UserRecord) throws {
        let device = try existingDevice(key, of: user)
        try deleteDevice(device.key, ofUser: user.sub, inPool: user.poolID)
    }

    /// Notes that a device has signed in.
    /// - Throws: `ResourceNotFoundException` when somebody has made the pool forget it meanwhile.
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
