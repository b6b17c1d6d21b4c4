// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire

/// An app's side of a sign-in with a password and a device, step by step, so that tests can change each request.
struct DeviceConversation: Sendable {
    let fixture: PoolFixture
    let device: TestDevice
    var username = "alice"
    var srp = SRPClient(privateKey: Entropy.seeded(21).bytes(32))

    /// A pool with second factors and devices, and a device that Alice has confirmed; she has codes by mail as well.
    static func make(
        _ requirement: UserPoolMfaType = .optional, onPrompt: Bool = false, asFactor: Bool = true
    ) async throws -> DeviceConversation {
        let fixture = try await PoolFixture.makeWithMFA(.optional) { request in
            request.deviceConfiguration = DeviceConfigurationType(
                challengeRequiredOnNewDevice: asFactor, deviceOnlyRememberedOnUserPrompt: onPrompt)
        }
        let device = try await fixture.confirmedDevice().device
        try await fixture.prefer(.email)
        try await fixture.allow(Set(SecondFactor.allCases), requirement)
        return DeviceConversation(fixture: fixture, device: device)
    }

    /// Sends the password itself.
    func sendPassword(naming key: String?) async throws -> InitiateAuthResponse {
        var parameters = ["USERNAME": username, "PASSWORD": PoolFixture.password]
        parameters["SECRET_HASH"] = fixture.hash(username)
        parameters["DEVICE_KEY"] = key
        return try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: parameters, clientId: fixture.client.id))
    }

    /// Proves the password over SRP, with or without the session string.
    func provePassword(carryingSession: Bool = true) async throws -> RespondToAuthChallengeResponse {
        let conversation = SRPConversation(fixture: fixture, username: username)
        let challenge = try await conversation.begin()
        var responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        responses["DEVICE_KEY"] = device.key
        return try await conversation.answer(responses, session: carryingSession ? challenge.session : nil)
    }

    /// Answers DEVICE_SRP_AUTH.
    func nameDevice(
        _ session: String?, key: String? = nil, publicKey: String? = nil
    ) async throws -> RespondToAuthChallengeResponse {
        try await fixture.answer(
            .deviceSrpAuth, session, ["DEVICE_KEY": key ?? device.key, "SRP_A": publicKey ?? srp.publicKeyHex],
            as: username)
    }

    /// The answer that a device with this secret would give to DEVICE_PASSWORD_VERIFIER.
    func responses(
        to challenge: RespondToAuthChallengeResponse, secret: String? = nil
    ) throws -> [String: String] {
        let parameters = challenge.challengeParameters ?? [:]
        let timestamp = srpTimestamp(fixture.gatehouse.clock.now)
        let signature = try srp.signature(
            identity: device.identity, password: Secret(utf8: secret ?? device.secret),
            saltHex: parameters["SALT"] ?? "", serverPublicKeyHex: parameters["SRP_B"] ?? "",
            secretBlock: Base64.decode(parameters["SECRET_BLOCK"] ?? "") ?? [], timestamp: timestamp)
        return [
            "DEVICE_KEY": device.key,
            "PASSWORD_CLAIM_SECRET_BLOCK": parameters["SECRET_BLOCK"] ?? "",
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature),
            "TIMESTAMP": timestamp,
        ]
    }

    /// Answers DEVICE_PASSWORD_VERIFIER.
    func answer(_ responses: [String: String], session: String?) async throws -> RespondToAuthChallengeResponse {
        try await fixture.answer(.devicePasswordVerifier, session, responses, as: username)
    }

    /// Goes from DEVICE_SRP_AUTH to tokens.
    func proveDevice(_ session: String?) async throws -> AuthenticationResultType? {
        let challenge = try await nameDevice(session)
        return try await answer(try responses(to: challenge), session: challenge.session).authenticationResult
    }
}
