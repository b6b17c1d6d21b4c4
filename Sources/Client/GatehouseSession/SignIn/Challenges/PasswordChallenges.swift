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
    ///   - identity: the user.
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

/// The password was chosen as the first factor; the choice travels together with the password.
struct PasswordChallenge: PersonalChallenge {
    let session: String?
    /// Whether the password is proved over SRP instead of shown.
    let isProved: Bool

    var step: SignInStep { .confirmSignInWithPassword }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        let factor = isProved ? FirstFactor.passwordSRP : .password
        var response = answer.response(to: .selectChallenge, session, ["ANSWER": factor.rawValue])
        if isProved {
            response.passwordToProve = answer.text
        } else {
            response.responses["PASSWORD"] = answer.text
        }
        return .respond(response)
    }
}

/// `NEW_PASSWORD_REQUIRED`: the account has a temporary password, which the user must replace.
struct NewPasswordRequiredChallenge: PersonalChallenge {
    private let session: String?
    private let parameters: [String: String]

    init(_ reply: SignInReply) {
        session = reply.session
        parameters = reply.parameters
    }

    var step: SignInStep { .confirmSignInWithNewPassword(parameters: parameters) }

    /// The new password, with the attributes that the pool requires.
    func reaction(to answer: PersonalAnswer) -> Reaction {
        var responses = ["NEW_PASSWORD": answer.text]
        for (name, value) in answer.options.userAttributes {
            responses["userAttributes.\(name)"] = value
        }
        return .respond(answer.response(to: .newPasswordRequired, session, responses))
    }
}
