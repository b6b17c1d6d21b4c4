// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// `PASSWORD_VERIFIER`: prove the password without showing it.
struct PasswordVerifierChallenge: Sendable, Equatable {
    let session: String?
    let username: String
    let userIDForSRP: String
    let salt: String
    let serverPublicKey: String
    let secretBlock: String

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
        salt = try reply.required("SALT")
        serverPublicKey = try reply.required("SRP_B")
        secretBlock = try reply.required("SECRET_BLOCK")
    }

    /// The proof that answers the challenge.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - client: the handshake whose public value opened the sign-in.
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
        guard let block = Base64.decode(secretBlock) else { throw .unanswerable("SECRET_BLOCK is not Base64.") }
        let timestamp = srpTimestamp(date)
        let signature: [UInt8]
        do throws(SRPError) {
            signature = try client.signature(
                identity: .user(poolID: poolID, userIDForSRP: userIDForSRP),
                password: Secret(utf8: password),
                saltHex: salt,
                serverPublicKeyHex: serverPublicKey,
                secretBlock: block,
                timestamp: timestamp
            )
        } catch {
            throw .unanswerable("The service's SRP values cannot be used.")
        }
        let responses = [
            "TIMESTAMP": timestamp,
            "PASSWORD_CLAIM_SECRET_BLOCK": secretBlock,
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature),
        ]
        return ChallengeAnswer(
            challenge: .passwordVerifier,
            session: session,
            username: username,
            responses: responses,
            clientMetadata: metadata
        )
    }
}

extension SignInReply {
    fileprivate func required(_ name: String) throws(SessionError) -> String {
        guard let value = parameters[name], !value.isEmpty else {
            throw .unanswerable("The challenge lacks \(name).")
        }
        return value
    }
}
