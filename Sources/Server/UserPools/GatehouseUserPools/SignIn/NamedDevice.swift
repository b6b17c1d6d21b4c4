// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// What a sign-in says of the device that it is made with.
enum NamedDevice: Sendable, Equatable {
    /// Nothing, or the pool tracks none: tokens come with the key of a new one.
    case none
    case known(DeviceRecord)
    /// The call at hand names a device that is not one of the user's.
    case unknown

    /// The device, if it is one of the user's.
    var record: DeviceRecord? {
        guard case .known(let device) = self else { return nil }
        return device
    }
}

extension UserPoolReading {
    /// The device that the call at hand names, or that an earlier call of the sign-in has named.
    ///
    /// An app whose device is unknown tries again without naming it, so what an earlier call said is no fault then.
    func device(
        named key: String?, earlier: String?, by user: UserRecord?, in pool: UserPoolRecord
    ) throws -> NamedDevice {
        guard pool.tracksDevices, let user, let named = key ?? earlier else { return .none }
        guard let device = try device(named, of: user) else { return key == nil ? .none : .unknown }
        return .known(device)
    }
}
