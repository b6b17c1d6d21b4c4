// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseTesting

/// An open challenge of Alice's, or Bob's, and the right answer to it, which was not sent yet.
struct ReadyAnswer: Sendable {
    /// The challenges, each in every variant that takes another path through the server.
    enum Challenge: CaseIterable {
        case passwordVerifier, passwordBeforeCode, customChallenge, newPasswordRequired, selectCode, selectPassword
        case password, passwordSRP, emailOTP, smsOTP, webAuthn, smsMFA, emailMFA, softwareTokenMFA, selectMFAType
        case mfaSetup, mfaSetupByMail, deviceSRPAuth, devicePasswordVerifier
    }

    let name: ChallengeNameType
    let session: String?
    let responses: [String: String]
    var username = "alice"

    /// Sends the answer, as a given client and with a given session.
    @discardableResult
    func give(to fixture: PoolFixture, session other: String? = nil) async throws -> RespondToAuthChallengeResponse {
        try await fixture.answer(name, other ?? session, responses, as: username)
    }
}
