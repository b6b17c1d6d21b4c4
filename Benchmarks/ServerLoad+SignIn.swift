// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseLibCrypto

extension ServerLoad {
    /// An SRP sign-in: two requests, and between them the client's proof.
    @discardableResult
    func signIn(as username: String) async throws -> AuthenticationResultType {
        let srp = SRPClient(privateKey: Entropy.system.bytes(32), arithmetic: LibCryptoArithmetic())
        let challenge = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userSrpAuth, authParameters: ["USERNAME": username, "SRP_A": srp.publicKeyHex],
                clientId: clientID))
        func parameter(_ name: String) throws -> String {
            guard let value = challenge.challengeParameters?[name] else { throw IncompleteAnswer(from: "InitiateAuth") }
            return value
        }
        let timestamp = srpTimestamp(Date())
        let block = try parameter("SECRET_BLOCK")
        let signature = try srp.signature(
            identity: .user(poolID: poolID, userIDForSRP: parameter("USER_ID_FOR_SRP")),
            password: Secret(utf8: Self.password), saltHex: parameter("SALT"), serverPublicKeyHex: parameter("SRP_B"),
            secretBlock: Base64.decode(block) ?? [], timestamp: timestamp)
        let answer = try await service.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: clientID, challengeName: .passwordVerifier, session: challenge.session,
                challengeResponses: [
                    "USERNAME": parameter("USERNAME"), "TIMESTAMP": timestamp, "PASSWORD_CLAIM_SECRET_BLOCK": block,
                    "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature),
                ]))
        return try tokens(answer.authenticationResult, from: "RespondToAuthChallenge")
    }

    /// A sign-in that sends the password itself: one request.
    @discardableResult
    func signInWithPassword(as username: String) async throws -> AuthenticationResultType {
        let answer = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: ["USERNAME": username, "PASSWORD": Self.password],
                clientId: clientID))
        return try tokens(answer.authenticationResult, from: "InitiateAuth")
    }

    private func tokens(
        _ result: AuthenticationResultType?, from operation: String
    ) throws -> AuthenticationResultType {
        guard let result, result.accessToken != nil else { throw IncompleteAnswer(from: operation) }
        return result
    }
}

/// An answer without what a measurement needs of it.
struct IncompleteAnswer: Error, CustomStringConvertible {
    let source: String

    init(from source: String) {
        self.source = source
    }

    var description: String { "\(source) did not answer what the measurement needs." }
}
