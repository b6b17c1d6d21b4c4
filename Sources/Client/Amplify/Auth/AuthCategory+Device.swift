// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthCategory: AuthCategoryDeviceBehavior {
    /// The user's remembered devices.
    ///
    /// - Throws: `AuthError`.
    public func fetchDevices(options: AuthFetchDevicesRequest.Options? = nil) async throws -> [any AuthDevice] {
        try await plugin.fetchDevices(options: options)
    }

    /// Forgets a device; without one, this device.
    ///
    /// - Throws: `AuthError`.
    public func forgetDevice(
        _ device: (any AuthDevice)? = nil,
        options: AuthForgetDeviceRequest.Options? = nil
    ) async throws {
        try await plugin.forgetDevice(device, options: options)
    }

    /// Remembers this device.
    ///
    /// - Throws: `AuthError`.
    public func rememberDevice(options: AuthRememberDeviceRequest.Options? = nil) async throws {
        try await plugin.rememberDevice(options: options)
    }
}
