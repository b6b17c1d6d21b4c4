// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

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
