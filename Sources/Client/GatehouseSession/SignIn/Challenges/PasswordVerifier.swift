// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto

/// `PASSWORD_VERIFIER`: prove the password without showing it.
struct PasswordVerifierChallenge: Sendable, Equatable {
    private let session: String?
    private let username: String
    private let userIDForSRP: String
    private let parameters: SRPParameters

    /// Reads the challenge's parameters.
    ///
    /// - Parameters:
    ///   - reply: the service's reply.
    ///   - username: the name for the answer.
    ///   - typedUsername: the name for the proof if the reply has none.
    /// - Throws: `.unanswerable` naming a parameter that is missing.
    init(_ reply: SignInReply, username: String, typedUsername: String) throws(SessionError) {
        session = reply.session
        self.username = username
        userIDForSRP = reply.parameters["USER_ID_FOR_SRP"] ?? typedUsername
        parameters = try SRPParameters(reply)
    }

    /// The proof that answers the challenge.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - client: the handshake whose public value was sent before.
    ///   - poolID: the user pool.
    ///   - date: the present date, which is signed.
    ///   - metadata: passed to the pool's triggers.
    /// - Returns: the answer.
    /// - Throws: `.unanswerable` when the service's numbers cannot be used.
    func answer(
        password: String,
        client: SRPClient,
        poolID: String,
        date: Date,
        metadata: [String: String]
    ) throws(SessionError) -> ChallengeAnswer {
        let identity = SRPIdentity.user(poolID: poolID, userIDForSRP: userIDForSRP)
        return ChallengeAnswer(
            challenge: .passwordVerifier,
            session: session,
            username: username,
            responses: try parameters.claim(of: password, as: identity, with: client, at: date),
            clientMetadata: metadata
        )
    }
}
