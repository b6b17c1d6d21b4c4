// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension MobileSession {
    /// One page of the user's devices that are remembered.
    package func listDevices(limit: Int, paginationToken: String?) async throws -> ListDevicesResult {
        let page = try await asUser { engine, _ in try await engine.devicePage(limit: limit, token: paginationToken) }
        return ListDevicesResult(
            devices: page.devices.filter(\.isRemembered).map(Device.init), paginationToken: page.next)
    }

    package func updateDevice(_ id: String?, remembered: Bool) async throws -> UpdateDeviceStatusResult {
        try await asUser { engine, _ in try await engine.setDevice(id, remembered: remembered) }
        return UpdateDeviceStatusResult()
    }

    package func device(_ id: String?) async throws -> Device {
        Device(try await asUser { engine, _ in try await engine.device(id) })
    }

    package func forgetDevice(_ id: String?) async throws {
        try await asUser { engine, _ in
            let own = engine.ownDeviceKeyOrNil
            try await engine.forgetDevice(id)
            if id == nil || id == own { engine.forgetOwnDevice() }
        }
    }
}

extension UserDevice {
    /// Whether the device is shown to the user; all are where the server does not say which are remembered.
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
