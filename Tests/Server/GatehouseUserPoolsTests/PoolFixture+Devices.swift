// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The data that an app keeps of a device that it has confirmed.
struct TestDevice: Sendable {
    static let salt = Entropy.seeded(11).bytes(16)

    let key: String
    let groupKey: String
    let secret = "8d3c35e2-9d35-4ab6-9dbc-0b3a5fbdd6aa"

    /// The device that a sign-in got a key for.
    init(_ tokens: AuthenticationResultType) throws {
        let metadata = try #require(tokens.newDeviceMetadata)
        key = try #require(metadata.deviceKey)
        groupKey = try #require(metadata.deviceGroupKey)
    }

    var identity: SRPIdentity { .device(groupKey: groupKey, deviceKey: key) }

    var registration: DeviceSecretVerifierConfigType {
        let verifier = SRPVerifier.make(
            identity: identity, password: Secret(utf8: secret), salt: Self.salt,
            arithmetic: MontgomeryArithmetic.shared)
        return DeviceSecretVerifierConfigType(passwordVerifier: verifier.verifierBase64, salt: verifier.saltBase64)
    }
}

/// The calls about devices.
extension PoolFixture {
    /// A pool that tracks devices.
    static func tracking(
        onPrompt: Bool = false, asFactor: Bool = true, on server: TestGatehouse? = nil
    ) async throws -> PoolFixture {
        let configuration = DeviceConfigurationType(
            challengeRequiredOnNewDevice: asFactor, deviceOnlyRememberedOnUserPrompt: onPrompt)
        let fixture = try await make(pool: request { $0.deviceConfiguration = configuration }, on: server)
        try await fixture.makeUser()
        return fixture
    }

    @discardableResult
    func confirm(
        _ device: TestDevice, token: String?, name: String? = "Telephone",
        as registration: DeviceSecretVerifierConfigType? = nil
    ) async throws -> ConfirmDeviceResponse {
        try await anyone.confirmDevice(
            ConfirmDeviceRequest(
                accessToken: token ?? "", deviceKey: device.key,
                deviceSecretVerifierConfig: registration ?? device.registration, deviceName: name))
    }

    /// Signs in and confirms the device that the sign-in got.
    func confirmedDevice(
        _ username: String = "alice"
    ) async throws -> (device: TestDevice, tokens: AuthenticationResultType) {
        let tokens = try await tokens(username)
        let device = try TestDevice(tokens)
        try await confirm(device, token: tokens.accessToken)
        return (device, tokens)
    }

    func device(_ key: String, token: String?) async throws -> DeviceType {
        try await anyone.getDevice(GetDeviceRequest(deviceKey: key, accessToken: token)).device
    }

    func devices(token: String?) async throws -> [String?] {
        try await anyone.listDevices(ListDevicesRequest(accessToken: token ?? "")).devices?.map(\.deviceKey) ?? []
    }

    func forget(_ device: TestDevice, token: String?) async throws {
        try await anyone.forgetDevice(ForgetDeviceRequest(accessToken: token, deviceKey: device.key))
    }

    @discardableResult
    func renew(
        _ tokens: AuthenticationResultType, deviceKey: String?
    ) async throws -> AuthenticationResultType? {
        try await anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(
                refreshToken: tokens.refreshToken ?? "", clientId: client.id, clientSecret: client.secret,
                deviceKey: deviceKey)
        ).authenticationResult
    }
}

extension [AttributeType] {
    /// The values by name.
    var values: [String: String] { Dictionary(map { ($0.name, $0.value ?? "") }) { $1 } }
}
