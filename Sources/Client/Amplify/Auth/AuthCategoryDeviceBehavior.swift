// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The devices that a user signs in from.
public protocol AuthCategoryDeviceBehavior: AnyObject {
    /// The user's remembered devices.
    ///
    /// - Throws: `AuthError`.
    func fetchDevices(options: AuthFetchDevicesRequest.Options?) async throws -> [any AuthDevice]

    /// Forgets a device; without one, this device.
    ///
    /// - Throws: `AuthError`.
    func forgetDevice(_ device: (any AuthDevice)?, options: AuthForgetDeviceRequest.Options?) async throws

    /// Remembers this device.
    ///
    /// - Throws: `AuthError`.
    func rememberDevice(options: AuthRememberDeviceRequest.Options?) async throws
}
