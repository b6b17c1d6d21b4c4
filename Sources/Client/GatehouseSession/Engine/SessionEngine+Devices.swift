// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

extension SessionEngine {
    /// The signed-in user's devices: `ListDevices`, one page.
    ///
    /// - Throws: `SessionError`.
    package func devicesOfUser() async throws(SessionError) -> [UserDevice] {
        let answer = try await callAsUser(ListDevicesOperation.self) { ListDevicesRequest(accessToken: $0) }
        return (answer.devices ?? []).compactMap(UserDevice.init)
    }

    /// A page of the signed-in user's remembered devices: `ListDevices`.
    ///
    /// - Parameters:
    ///   - limit: the largest number of devices.
    ///   - token: the token of the page, which the page before it named; nil for the first.
    /// - Returns: the devices, and the token of the next page, if there is one.
    /// - Throws: `SessionError`.
    package func devicePage(
        limit: Int,
        token: String?
    ) async throws(SessionError) -> (devices: [UserDevice], next: String?) {
        let answer = try await callAsUser(ListDevicesOperation.self) {
            ListDevicesRequest(accessToken: $0, limit: limit, paginationToken: token)
        }
        return ((answer.devices ?? []).compactMap(UserDevice.init), answer.paginationToken)
    }

    /// A device of the signed-in user: `GetDevice`.
    ///
    /// - Parameter key: the device's key; this device when nil.
    /// - Returns: the device.
    /// - Throws: `SessionError`; `.noDevice` for this installation if it is no device of the user.
    package func device(_ key: String? = nil) async throws(SessionError) -> UserDevice {
        let answer = try await callForDevice(key, GetDeviceOperation.self) { token, key in
            GetDeviceRequest(deviceKey: key, accessToken: token)
        }
        guard let device = UserDevice(answer.device) else { throw .garbled(.garbled("The answer holds no device.")) }
        return device
    }

    /// Lets this device stand in for a second factor from now on: `UpdateDeviceStatus`.
    ///
    /// - Throws: `SessionError`; `.noDevice` if this installation is not a device of the user.
    package func rememberDevice() async throws(SessionError) {
        try await setDevice(nil, remembered: true)
    }

    /// Says whether a device stands in for a second factor: `UpdateDeviceStatus`.
    ///
    /// - Parameters:
    ///   - key: the device's key; this device when nil.
    ///   - remembered: whether it does.
    /// - Throws: `SessionError`; `.noDevice` for this installation if it is no device of the user.
    package func setDevice(_ key: String? = nil, remembered: Bool) async throws(SessionError) {
        _ = try await callForDevice(key, UpdateDeviceStatusOperation.self) { token, key in
            UpdateDeviceStatusRequest(
                accessToken: token,
                deviceKey: key,
                deviceRememberedStatus: remembered ? .remembered : .notRemembered
            )
        }
    }

    /// Removes a device of the user: `ForgetDevice`.
    ///
    /// This installation keeps its own device data; at the next sign-in the service refuses the removed device.
    ///
    /// - Parameter key: the device's key; this device when nil.
    /// - Throws: `SessionError`; `.noDevice` for this installation if it is not a device of the user.
    package func forgetDevice(_ key: String? = nil) async throws(SessionError) {
        _ = try await callForDevice(key, ForgetDeviceOperation.self) { token, key in
            ForgetDeviceRequest(accessToken: token, deviceKey: key)
        }
    }

    /// The key of this installation as a device of the signed-in user, as stored; nil if it is none.
    package var ownDeviceKeyOrNil: String? {
        guard let name = (try? holder.loaded())?.record?.user?.typedUsername else { return nil }
        return devices.device(of: name)?.deviceKey
    }

    /// Removes the stored data of this installation as a device of the signed-in user; no request.
    ///
    /// Renewals still name the device of the user's sign-in, because the refresh token belongs to it.
    package func forgetOwnDevice() {
        guard let name = (try? holder.loaded())?.record?.user?.typedUsername else { return }
        devices.forget(of: name)
    }

    private func callForDevice<Operation: ServiceOperation>(
        _ key: String?,
        _ operation: Operation.Type,
        _ input: @escaping @Sendable (_ token: String, _ key: String) -> Operation.Input
    ) async throws(SessionError) -> Operation.Output {
        var allowance = Allowance(deadline)
        let key = if let key { key } else { try await ownDeviceKey(&allowance) }
        return try await allowance.spend { [self] () async throws(SessionError) in
            try await callAsUser(operation) { input($0, key) }
        }
    }

    /// The key of this installation as a device of the signed-in user.
    private func ownDeviceKey(_ allowance: inout Allowance) async throws(SessionError) -> String {
        _ = try requireUserPool()
        _ = try await allowance.spend { [self] () async throws(SessionError) in try await tokens() }
        guard let key = ownDeviceKeyOrNil else { throw .noDevice }
        return key
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

extension SessionEngine {
    /// Makes this installation a device of the user, if the user pool asks for it: `ConfirmDevice`.
    ///
    /// A failure is ignored: the user stays signed in, and the next sign-in makes another device.
    ///
    /// - Parameters:
    ///   - metadata: the keys in the answer with the tokens.
    ///   - accessToken: the token in the same answer.
    ///   - typedUsername: the name to keep the device under.
    func becomeDevice(_ metadata: NewDeviceMetadataType?, accessToken: String, typedUsername: String) async {
        guard let deviceKey = metadata?.deviceKey, let groupKey = metadata?.deviceGroupKey else { return }
        let device = RememberedDevice(deviceKey: deviceKey, groupKey: groupKey, secret: entropy.uuid())
        let request = ConfirmDeviceRequest(
            accessToken: accessToken,
            deviceKey: deviceKey,
            deviceSecretVerifierConfig: verifier(of: device),
            deviceName: HostName.current
        )
        _ = await trouble { [self] () async throws(SessionError) in
            let (_, client) = try requireUserPool()
            _ = try await asking { () throws(ServiceFault) in try await client.confirmDevice(request) }
            do throws(StoreError) {
                try devices.keep(device, of: typedUsername)
            } catch {
                throw .storeFailed(error)
            }
        }
    }

    private func verifier(of device: RememberedDevice) -> DeviceSecretVerifierConfigType {
        let salt = entropy.bytes(16)
        let exponent = device.identity.privateExponent(password: Secret(utf8: device.secret), salt: salt)
        let verifier = SRPVerifier(salt: salt, verifier: ClientArithmetic.fastest.powerOfTwo(exponent))
        return DeviceSecretVerifierConfigType(passwordVerifier: verifier.verifierBase64, salt: verifier.saltBase64)
    }
}
