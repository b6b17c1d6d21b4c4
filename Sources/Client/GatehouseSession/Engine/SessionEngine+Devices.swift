// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
import GatehouseWire

extension SessionEngine {
    /// The signed-in user's devices: `ListDevices`, one page.
    ///
    /// - Throws: `SessionError`.
    package func devicesOfUser() async throws(SessionError) -> [UserDevice] {
        let answer = try await callAsUser(ListDevicesOperation.self) { ListDevicesRequest(accessToken: $0) }
        return (answer.devices ?? []).compactMap(UserDevice.init)
    }

    /// Lets this device stand in for a second factor from now on: `UpdateDeviceStatus`.
    ///
    /// - Throws: `SessionError`; `.unknown` if this installation is not a device of the user.
    package func rememberDevice() async throws(SessionError) {
        var allowance = Allowance(deadline)
        let key = try await ownDeviceKey(&allowance)
        try await allowance.spend { [self] () async throws(SessionError) in
            _ = try await callAsUser(UpdateDeviceStatusOperation.self) {
                UpdateDeviceStatusRequest(accessToken: $0, deviceKey: key, deviceRememberedStatus: .remembered)
            }
        }
    }

    /// Removes a device of the user: `ForgetDevice`.
    ///
    /// This installation keeps its own device data; at the next sign-in the service refuses the removed device.
    ///
    /// - Parameter key: the device's key; this device when nil.
    /// - Throws: `SessionError`; `.unknown` for this installation if it is not a device of the user.
    package func forgetDevice(_ key: String? = nil) async throws(SessionError) {
        var allowance = Allowance(deadline)
        let key = if let key { key } else { try await ownDeviceKey(&allowance) }
        try await allowance.spend { [self] () async throws(SessionError) in
            _ = try await callAsUser(ForgetDeviceOperation.self) {
                ForgetDeviceRequest(accessToken: $0, deviceKey: key)
            }
        }
    }

    /// The key of this installation as a device of the signed-in user.
    private func ownDeviceKey(_ allowance: inout Allowance) async throws(SessionError) -> String {
        _ = try requireUserPool()
        _ = try await allowance.spend { [self] () async throws(SessionError) in try await tokens() }
        guard let name = try holder.loaded().record?.user?.typedUsername, let device = devices.device(of: name) else {
            throw .unknown("This installation is no device of the user.")
        }
        return device.deviceKey
    }
}

/// A device of a user, as the user pool has it.
package struct UserDevice: Sendable, Equatable {
    /// The device's key.
    package let key: String
    /// Attributes by their names on the wire.
    package let attributes: [String: String]
    /// The time at which a sign-in registered the device.
    package let createdAt: Date?
    /// The time of the last sign-in with the device.
    package let lastAuthenticatedAt: Date?
    /// The time of the last change to the device.
    package let lastModifiedAt: Date?

    /// Reads a device; nil for one without a key.
    init?(_ device: DeviceType) {
        guard let key = device.deviceKey else { return nil }
        self.key = key
        attributes = Dictionary((device.deviceAttributes ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        createdAt = device.deviceCreateDate
        lastAuthenticatedAt = device.deviceLastAuthenticatedDate
        lastModifiedAt = device.deviceLastModifiedDate
    }
}
