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
        let answer = try await provePassword(as: username)
        return try tokens(answer.authenticationResult, from: "RespondToAuthChallenge")
    }

    /// Proves the password over SRP, with a device or without.
    func provePassword(
        as username: String, device key: String? = nil
    ) async throws -> RespondToAuthChallengeResponse {
        let srp = SRPClient(privateKey: Entropy.system.bytes(32), arithmetic: LibCryptoArithmetic())
        let challenge = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userSrpAuth, authParameters: ["USERNAME": username, "SRP_A": srp.publicKeyHex],
                clientId: clientID))
        let parameters = ChallengeParameters(challenge.challengeParameters, from: "InitiateAuth")
        let identity = SRPIdentity.user(poolID: poolID, userIDForSRP: try parameters["USER_ID_FOR_SRP"])
        var responses = try parameters.claim(of: srp, as: identity, password: Self.password)
        responses["DEVICE_KEY"] = key
        return try await answer(.passwordVerifier, challenge.session, responses, as: parameters["USERNAME"])
    }

    /// Answers a challenge.
    func answer(
        _ challenge: ChallengeNameType, _ session: String?, _ responses: [String: String], as username: String
    ) async throws -> RespondToAuthChallengeResponse {
        try await service.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: clientID, challengeName: challenge, session: session,
                challengeResponses: responses.merging(["USERNAME": username]) { $1 }))
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

    @discardableResult
    func tokens(
        _ result: AuthenticationResultType?, from operation: String
    ) throws -> AuthenticationResultType {
        guard let result, result.accessToken != nil else { throw IncompleteAnswer(from: operation) }
        return result
    }
}

/// The parameters of a challenge.
struct ChallengeParameters {
    private let values: [String: String]
    private let source: String

    init(_ values: [String: String]?, from source: String) {
        self.values = values ?? [:]
        self.source = source
    }

    subscript(name: String) -> String {
        get throws {
            guard let value = values[name] else { throw IncompleteAnswer(from: source) }
            return value
        }
    }

    /// The members that prove a password over SRP.
    func claim(of srp: SRPClient, as identity: SRPIdentity, password: String) throws -> [String: String] {
        let timestamp = srpTimestamp(Date())
        let block = try self["SECRET_BLOCK"]
        let signature = try srp.signature(
            identity: identity, password: Secret(utf8: password), saltHex: self["SALT"],
            serverPublicKeyHex: self["SRP_B"], secretBlock: Base64.decode(block) ?? [], timestamp: timestamp)
        return [
            "TIMESTAMP": timestamp, "PASSWORD_CLAIM_SECRET_BLOCK": block,
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature),
        ]
    }
}

/// An answer without a member that a measurement needs.
struct IncompleteAnswer: Error, CustomStringConvertible {
    let source: String

    init(from source: String) {
        self.source = source
    }

    var description: String { "\(source) did not answer what the measurement needs." }
}
