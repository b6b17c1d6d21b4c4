// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Lists the signed-in user's devices.
    ///
    /// - Returns: devices of the type `AWSAuthDevice`.
    /// - Throws: `AuthError`.
    public func fetchDevices(options: AuthFetchDevicesRequest.Options? = nil) async throws -> [any AuthDevice] {
        try await run(HubPayload.EventName.Auth.fetchDevicesAPI, .userPool) { engine throws(SessionError) in
            try await engine.devicesOfUser()
        } answer: {
            $0.map(AWSAuthDevice.init) as [any AuthDevice]
        }
    }
}

extension AWSAuthDevice {
    fileprivate init(_ device: UserDevice) {
        self.init(
            id: device.key,
            name: device.attributes["device_name"] ?? "",
            attributes: device.attributes,
            createdDate: device.createdAt,
            lastAuthenticatedDate: device.lastAuthenticatedAt,
            lastModifiedDate: device.lastModifiedAt
        )
    }
}

extension AWSCognitoAuthPlugin {
    /// Takes a device from the signed-in user.
    ///
    /// - Parameters:
    ///   - device: the device; this one when nil.
    ///   - options: nothing of the plugin's own.
    /// - Throws: `AuthError`; `.unknown` for this device if the user pool does not track it.
    public func forgetDevice(
        _ device: (any AuthDevice)? = nil,
        options: AuthForgetDeviceRequest.Options? = nil
    ) async throws {
        let key = device?.id
        try await run(HubPayload.EventName.Auth.forgetDeviceAPI, .userPool) { engine throws(SessionError) in
            try await engine.forgetDevice(key)
        } answer: {
        }
    }
}

extension AWSCognitoAuthPlugin {
    /// Lets this device stand in for a second factor of the signed-in user.
    ///
    /// - Throws: `AuthError`; `.unknown` if the user pool does not track this device.
    public func rememberDevice(options: AuthRememberDeviceRequest.Options? = nil) async throws {
        try await run(HubPayload.EventName.Auth.rememberDeviceAPI, .userPool) { engine throws(SessionError) in
            try await engine.rememberDevice()
        } answer: {
        }
    }
}

/// A user's device that is registered in the user pool.
public struct AWSAuthDevice: AuthDevice {
    /// The device's key.
    public let id: String

    /// The device's name.
    public let name: String

    /// The device's attributes.
    public let attributes: [String: String]?

    /// When it was first seen.
    public let createdDate: Date?

    /// When the user last signed in from it.
    public let lastAuthenticatedDate: Date?

    /// When its data last changed.
    public let lastModifiedDate: Date?

    /// Makes a device.
    public init(
        id: String,
        name: String,
        attributes: [String: String]?,
        createdDate: Date?,
        lastAuthenticatedDate: Date?,
        lastModifiedDate: Date?
    ) {
        self.id = id
        self.name = name
        self.attributes = attributes
        self.createdDate = createdDate
        self.lastAuthenticatedDate = lastAuthenticatedDate
        self.lastModifiedDate = lastModifiedDate
    }
}
