// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseLibCrypto

/// Sign-ins with a password over SRP and a remembered device, whose proof is a second handshake: four requests.
struct DeviceSignIns {
    /// The data that an app stores about its device.
    private struct Device {
        let key: String
        let groupKey: String
        let secret = Entropy.system.uuid()

        var identity: SRPIdentity { .device(groupKey: groupKey, deviceKey: key) }
    }

    private let load: ServerLoad
    private let devices: [String: Device]

    /// Makes a pool whose users each have a remembered device.
    static func prepare(beside other: ServerLoad) async throws -> DeviceSignIns {
        let tracking = DeviceConfigurationType(
            challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false)
        let load = try await other.withPool(
            CreateUserPoolRequest(poolName: "devices", deviceConfiguration: tracking))
        var devices: [String: Device] = [:]
        for number in 0..<ServerLoad.users {
            let username = "bench-\(number)"
            devices[username] = try await confirmDevice(of: try await load.makeKnownUser(username), load)
        }
        return DeviceSignIns(load: load, devices: devices)
    }

    func measure() async throws -> Row {
        try await load.row("SRP sign-in with a device over HTTP", limit: \.deviceSignIns, atLeast: 0.38, count: 160) {
            try await signIn(as: $0)
        }
    }

    private static func confirmDevice(of tokens: AuthenticationResultType, _ load: ServerLoad) async throws -> Device {
        guard let key = tokens.newDeviceMetadata?.deviceKey, let groupKey = tokens.newDeviceMetadata?.deviceGroupKey
        else { throw IncompleteAnswer(from: "a sign-in") }
        let device = Device(key: key, groupKey: groupKey)
        let verifier = SRPVerifier.make(
            identity: device.identity, password: Secret(utf8: device.secret), salt: Entropy.system.bytes(16),
            arithmetic: LibCryptoArithmetic())
        _ = try await load.service.confirmDevice(
            ConfirmDeviceRequest(
                accessToken: tokens.accessToken ?? "", deviceKey: key,
                deviceSecretVerifierConfig: DeviceSecretVerifierConfigType(
                    passwordVerifier: verifier.verifierBase64, salt: verifier.saltBase64)))
        return device
    }

    private func signIn(as username: String) async throws {
        guard let device = devices[username] else { throw IncompleteAnswer(from: "ConfirmDevice") }
        let asked = try await load.provePassword(as: username, device: device.key)
        let srp = SRPClient(privateKey: Entropy.system.bytes(32), arithmetic: LibCryptoArithmetic())
        let challenge = try await load.answer(
            .deviceSrpAuth, asked.session, ["DEVICE_KEY": device.key, "SRP_A": srp.publicKeyHex], as: username)
        let parameters = ChallengeParameters(challenge.challengeParameters, from: "DEVICE_SRP_AUTH")
        var responses = try parameters.claim(of: srp, as: device.identity, password: device.secret)
        responses["DEVICE_KEY"] = device.key
        let answer = try await load.answer(.devicePasswordVerifier, challenge.session, responses, as: username)
        try load.tokens(answer.authenticationResult, from: "DEVICE_PASSWORD_VERIFIER")
    }
}
