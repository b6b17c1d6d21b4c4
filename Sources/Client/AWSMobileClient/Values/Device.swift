// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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
