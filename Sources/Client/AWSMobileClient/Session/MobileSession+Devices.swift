// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension MobileSession {
    /// Fetches one page of the user's remembered devices.
    ///
    /// - Parameters:
    ///   - limit: the largest number of devices that the user pool returns; devices without a remembered status are
    ///     left out after that.
    ///   - paginationToken: the token of the page before; nil for the first page.
    /// - Returns: the devices, with the token of the next page if there is one.
    /// - Throws: the error of `asUser`, or of the user pool.
    package func listDevices(limit: Int, paginationToken: String?) async throws -> ListDevicesResult {
        let page = try await asUser { engine in try await engine.devicePage(limit: limit, token: paginationToken) }
        return ListDevicesResult(
            devices: page.devices.filter(\.isRemembered).map(Device.init), paginationToken: page.next)
    }

    /// Remembers a device, or only tracks it.
    ///
    /// - Parameters:
    ///   - id: the device's key; nil for this device.
    ///   - remembered: whether it is remembered.
    /// - Returns: an empty result.
    /// - Throws: the error of `asUser`, or of the user pool; `deviceNotRemembered` if this device is not registered.
    package func updateDevice(_ id: String?, remembered: Bool) async throws -> UpdateDeviceStatusResult {
        try await asUser { engine in try await engine.setDevice(id, remembered: remembered) }
        return UpdateDeviceStatusResult()
    }

    /// Fetches a device of the user.
    ///
    /// - Parameter id: the device's key; nil for this device.
    /// - Returns: the device.
    /// - Throws: the error of `asUser`, or of the user pool; `deviceNotRemembered` if this device is not registered.
    package func device(_ id: String?) async throws -> Device {
        Device(try await asUser { engine in try await engine.device(id) })
    }

    /// Removes a device of the user from the user pool.
    ///
    /// The stored keys of this device are removed too. Its next sign-in registers it anew.
    ///
    /// - Parameter id: the device's key; nil for this device.
    /// - Throws: the error of `asUser`, or of the user pool; `deviceNotRemembered` if this device is not registered.
    package func forgetDevice(_ id: String?) async throws {
        try await asUser { engine in
            let own = engine.ownDeviceKeyOrNil
            try await engine.forgetDevice(id)
            if id == nil || id == own { engine.forgetOwnDevice() }
        }
    }
}

extension UserDevice {
    /// Whether the device is shown to the user; without remembered states all devices are.
    fileprivate var isRemembered: Bool { attributes["dev:device_remembered_status"] != "not_remembered" }
}

extension Device {
    fileprivate init(_ device: UserDevice) {
        self.init(
            attributes: device.attributes,
            createDate: device.createdAt,
            deviceKey: device.key,
            lastAuthenticatedDate: device.lastAuthenticatedAt,
            lastModifiedDate: device.lastModifiedAt
        )
    }
}
