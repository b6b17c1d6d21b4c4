// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// The service's parameters for an SRP proof.
struct SRPParameters: Sendable, Equatable {
    private let salt: String
    private let serverPublicKey: String
    private let secretBlock: String

    /// - Throws: `.unanswerable` naming a parameter that is missing.
    init(_ reply: SignInReply) throws(SessionError) {
        salt = try reply.required("SALT")
        serverPublicKey = try reply.required("SRP_B")
        secretBlock = try reply.required("SECRET_BLOCK")
    }

    /// The proof, as the members of an answer.
    ///
    /// - Parameters:
    ///   - password: the password to prove.
    ///   - identity: whose it is.
    ///   - client: the handshake whose public value was sent before.
    ///   - date: the present date, which is signed.
    /// - Returns: the members.
    /// - Throws: `.unanswerable` when the service's numbers cannot be used.
    func claim(
        of password: String,
        as identity: SRPIdentity,
        with client: SRPClient,
        at date: Date
    ) throws(SessionError) -> [String: String] {
        guard let block = Base64.decode(secretBlock) else { throw .unanswerable("SECRET_BLOCK is not Base64.") }
        let timestamp = srpTimestamp(date)
        let signature: [UInt8]
        do throws(SRPError) {
            signature = try client.signature(
                identity: identity,
                password: Secret(utf8: password),
                saltHex: salt,
                serverPublicKeyHex: serverPublicKey,
                secretBlock: block,
                timestamp: timestamp
            )
        } catch {
            throw .unanswerable("The service's SRP values cannot be used.")
        }
        return [
            "TIMESTAMP": timestamp,
            "PASSWORD_CLAIM_SECRET_BLOCK": secretBlock,
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature),
        ]
    }
}
