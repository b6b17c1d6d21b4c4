// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto

/// `DEVICE_PASSWORD_VERIFIER`: prove the device's secret without showing it.
struct DevicePasswordVerifierChallenge: Sendable, Equatable {
    private let session: String?
    private let username: String
    private let parameters: SRPParameters

    /// Reads the challenge's parameters.
    ///
    /// - Throws: `.unanswerable` naming a parameter that is missing.
    init(_ reply: SignInReply, typedUsername: String) throws(SessionError) {
        session = reply.session
        username = reply.parameters["USERNAME"] ?? typedUsername
        parameters = try SRPParameters(reply)
    }

    /// The proof that answers the challenge.
    ///
    /// - Throws: `.unanswerable` when the service's numbers cannot be used.
    func answer(_ device: RememberedDevice, client: SRPClient, date: Date) throws(SessionError) -> ChallengeAnswer {
        ChallengeAnswer(
            challenge: .devicePasswordVerifier,
            session: session,
            username: username,
            responses: try parameters.claim(of: device.secret, as: device.identity, with: client, at: date),
            clientMetadata: nil
        )
    }
}

/// `DEVICE_SRP_AUTH`: the device that the request named shall prove itself.
struct DeviceSRPAuthChallenge: Sendable, Equatable {
    private let session: String?

    init(_ reply: SignInReply) {
        session = reply.session
    }

    /// The answer that opens the proof; the service expects the typed name here.
    func answer(typedUsername: String, publicKey: String) -> ChallengeAnswer {
        ChallengeAnswer(
            challenge: .deviceSrpAuth,
            session: session,
            username: typedUsername,
            responses: ["SRP_A": publicKey],
            clientMetadata: nil
        )
    }
}
