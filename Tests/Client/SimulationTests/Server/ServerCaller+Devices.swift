// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire

/// Calls about devices.
extension ServerCaller {
    func useDevice(_ call: ServerCall) async throws -> ServerAnswer {
        switch call {
        case .confirmDevice(let holding, let device):
            _ = try await service.confirmDevice(
                ConfirmDeviceRequest(
                    accessToken: holding.accessToken, deviceKey: device.key,
                    deviceSecretVerifierConfig: device.registration))
        case .rememberDevice(let holding, let device):
            _ = try await service.updateDeviceStatus(
                UpdateDeviceStatusRequest(
                    accessToken: holding.accessToken, deviceKey: device.key, deviceRememberedStatus: .remembered))
        case .forgetDevice(let holding, let device):
            try await service.forgetDevice(
                ForgetDeviceRequest(accessToken: holding.accessToken, deviceKey: device.key))
        case .signInWithDevice(let device, let password, let client):
            return try await signIn(with: device, password, client)
        default: break
        }
        return .done
    }

    private func signIn(
        with device: SimulatedDevice, _ password: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let start = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth,
                authParameters: ["USERNAME": device.user, "PASSWORD": password, "DEVICE_KEY": device.key],
                clientId: client.id))
        guard start.challengeName != .softwareTokenMfa else {
            return .refused(ServiceFault(.notAuthorized, "The device does not replace the second factor."))
        }
        guard start.challengeName == .deviceSrpAuth else {
            return Self.answer(start.authenticationResult, after: nil)
        }
        let srp = SRPClient(privateKey: Entropy.seeded(21).bytes(32))
        let challenge = try await service.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .deviceSrpAuth, session: start.session,
                challengeResponses: ["USERNAME": device.user, "DEVICE_KEY": device.key, "SRP_A": srp.publicKeyHex]))
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .devicePasswordVerifier, session: challenge.session,
                challengeResponses: try device.responses(
                    to: challenge.challengeParameters ?? [:], srp, at: gatehouse.clock.now)))
    }
}
