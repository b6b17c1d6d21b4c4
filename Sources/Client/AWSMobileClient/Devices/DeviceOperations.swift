// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// Calls for the devices that the user pool tracks for the signed-in user.
public class DeviceOperations {
    private let session: MobileSession

    init(_ session: MobileSession) {
        self.session = session
    }

    /// Lists the remembered devices.
    ///
    /// - Parameters:
    ///   - limit: the largest number of devices in the answer, at most 60.
    ///   - paginationToken: the token of the page before; nil for the first page.
    ///   - completionHandler: receives a page of devices, or the reason why there is none.
    public func list(
        limit: Int = 60,
        paginationToken: String? = nil,
        completionHandler: @escaping ((ListDevicesResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.listDevices(limit: limit, paginationToken: paginationToken)
        }
    }

    /// Remembers a device, or tracks it only.
    ///
    /// - Parameters:
    ///   - deviceId: the device's key.
    ///   - remembered: whether it is remembered.
    ///   - completionHandler: receives a result, or the reason for the failure.
    public func updateStatus(
        deviceId: String,
        remembered: Bool,
        completionHandler: @escaping ((UpdateDeviceStatusResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.updateDevice(deviceId, remembered: remembered)
        }
    }

    /// Remembers this device, or tracks it only.
    ///
    /// - Parameters:
    ///   - remembered: whether it is remembered.
    ///   - completionHandler: receives a result, or the reason for the failure.
    public func updateStatus(
        remembered: Bool,
        completionHandler: @escaping ((UpdateDeviceStatusResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.updateDevice(nil, remembered: remembered)
        }
    }

    /// Fetches the user pool's data of a device.
    ///
    /// - Parameters:
    ///   - deviceId: the device's key.
    ///   - completionHandler: receives the device, or the reason for the failure.
    public func get(deviceId: String, completionHandler: @escaping ((Device?, (any Error)?) -> Void)) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.device(deviceId) }
    }

    /// Fetches the user pool's data of this device.
    ///
    /// - Parameter completionHandler: receives the device, or the reason for the failure.
    public func get(_ completionHandler: @escaping ((Device?, (any Error)?) -> Void)) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.device(nil) }
    }

    /// Forgets a device.
    ///
    /// - Parameters:
    ///   - deviceId: the device's key.
    ///   - completionHandler: receives nil, or the reason for the failure.
    public func forget(deviceId: String, completionHandler: @escaping (((any Error)?) -> Void)) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.forgetDevice(deviceId) }
    }

    /// Forgets this device.
    ///
    /// - Parameter completionHandler: receives nil, or the reason for the failure.
    public func forget(_ completionHandler: @escaping (((any Error)?) -> Void)) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.forgetDevice(nil) }
    }
}

/// A device that the user pool tracks for the user.
public struct Device: Sendable {
    /// The server's facts about the device, such as `device_name` and `last_ip_used`.
    public let attributes: [String: String]?
    /// The time of the first sign-in.
    public let createDate: Date?
    /// The device's id, which the calls of `DeviceOperations` take.
    public let deviceKey: String?
    /// The time of the last sign-in.
    public let lastAuthenticatedDate: Date?
    /// The time of the last change.
    public let lastModifiedDate: Date?
}

/// A page of the user's remembered devices.
public struct ListDevicesResult: Sendable {
    /// The devices of this page, remembered ones only; empty if there are none.
    public let devices: [Device]?
    /// The token that the call for the next page takes; nil on the last page.
    public let paginationToken: String?
}

/// The result of a change of a device's status; it has no content.
public struct UpdateDeviceStatusResult: Sendable {}
