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

/// Calls about passkeys.
extension ServerCaller {
    func usePasskey(_ call: ServerCall, _ user: String) async throws -> ServerAnswer {
        switch call {
        case .registerPasskey(let holding, let seed):
            var authenticator = TestAuthenticator(algorithms: [.es256], seed: seed)
            // Sign-ins at the same time would otherwise look like a cloned authenticator.
            authenticator.countsProofs = false
            let start = try await service.startWebAuthnRegistration(
                StartWebAuthnRegistrationRequest(accessToken: holding.accessToken))
            let credential = try authenticator.register(options: start.credentialCreationOptions)
            _ = try await service.completeWebAuthnRegistration(
                CompleteWebAuthnRegistrationRequest(accessToken: holding.accessToken, credential: credential))
            return .registered(authenticator)
        case .signInWithPasskey(let passkey, let client): return try await signIn(with: passkey, user, client)
        case .deletePasskey(let holding, let passkey):
            _ = try await service.deleteWebAuthnCredential(
                DeleteWebAuthnCredentialRequest(accessToken: holding.accessToken, credentialId: passkey.id))
        default: break
        }
        return .done
    }

    private func signIn(
        with passkey: SimulatedPasskey, _ user: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let challenge = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": user, "PREFERRED_CHALLENGE": "WEB_AUTHN"],
                clientId: client.id))
        guard challenge.challengeName == .webAuthn,
            let options = challenge.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"]
        else { throw ServiceFault.passkeyNotOffered }
        var authenticator = passkey.authenticator
        let credential: String
        do {
            credential = try authenticator.authenticate(options: options)
        } catch TestAuthenticatorError.noPasskey {
            throw ServiceFault.passkeyNotOffered
        }
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .webAuthn, session: challenge.session,
                challengeResponses: ["USERNAME": user, "CREDENTIAL": credential]))
    }
}
