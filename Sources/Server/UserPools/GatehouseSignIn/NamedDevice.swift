// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// The device that the calls of a sign-in name.
enum NamedDevice: Sendable, Equatable {
    /// No device was named, or the pool tracks none. In a pool that tracks devices, the tokens come with a new device
    /// key.
    case none
    case known(DeviceRecord)
    /// The current call names a device that the user does not have.
    case unknown

    /// The device, if the user has it.
    var record: DeviceRecord? {
        guard case .known(let device) = self else { return nil }
        return device
    }
}

extension UserPoolReading {
    /// The device that the current call names, or that an earlier call of the sign-in named.
    ///
    /// An app whose device is unknown repeats the call without a device. An unknown device of an earlier call is
    /// therefore no fault.
    func device(
        named key: String?, earlier: String?, by user: UserRecord?, in pool: UserPoolRecord
    ) throws -> NamedDevice {
        guard pool.tracksDevices, let user, let named = key ?? earlier else { return .none }
        guard let device = try device(named, of: user) else { return key == nil ? .none : .unknown }
        return .known(device)
    }
}
