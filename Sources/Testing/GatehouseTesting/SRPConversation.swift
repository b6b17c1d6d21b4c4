// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseCrypto
import GatehouseSignIn
import GatehouseUserPoolModel
import GatehouseWire

/// A client's side of USER_SRP_AUTH, step by step, so that tests can change each message.
package struct SRPConversation: Sendable {
    /// The pool in which the user signs in.
    package let fixture: PoolFixture
    /// The name that is typed.
    package let username: String
    /// The mathematics, whose private key is the same each time.
    package let srp: SRPClient

    /// A conversation that has not begun.
    package init(fixture: PoolFixture, username: String) {
        self.fixture = fixture
        self.username = username
        srp = SRPClient(privateKey: Entropy.seeded(7).bytes(32))
    }

    /// Sends the name and the client's public key, or another one.
    /// - Throws: the service's fault.
    package func begin(publicKey: String? = nil, clientID: String? = nil) async throws -> InitiateAuthResponse {
        var parameters = ["USERNAME": username, "SRP_A": publicKey ?? srp.publicKeyHex]
        parameters["SECRET_HASH"] = fixture.hash(username)
        return try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userSrpAuth, authParameters: parameters, clientId: clientID ?? fixture.client.id))
    }

    /// The answer that a client with this password would give.
    /// - Throws: an error if the server's message is malformed.
    package func responses(to challenge: InitiateAuthResponse, password: String) throws -> [String: String] {
        try responses(to: challenge.challengeParameters ?? [:], password: password)
    }

    /// The answer that a client with this password would give to a challenge with these parameters.
    /// - Throws: an error if the server's message is malformed.
    package func responses(to parameters: [String: String], password: String) throws -> [String: String] {
        let userID = parameters["USER_ID_FOR_SRP"] ?? ""
        let block = Base64.decode(parameters["SECRET_BLOCK"] ?? "") ?? []
        let timestamp = srpTimestamp(fixture.gatehouse.clock.now)
        let signature = try srp.signature(
            identity: .user(poolID: fixture.poolID, userIDForSRP: userID), password: Secret(utf8: password),
            saltHex: parameters["SALT"] ?? "", serverPublicKeyHex: parameters["SRP_B"] ?? "", secretBlock: block,
            timestamp: timestamp)
        var responses = [
            "USERNAME": parameters["USERNAME"] ?? "",
            "PASSWORD_CLAIM_SECRET_BLOCK": parameters["SECRET_BLOCK"] ?? "",
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(signature),
            "TIMESTAMP": timestamp,
        ]
        responses["SECRET_HASH"] = fixture.hash(parameters["USERNAME"] ?? "")
        return responses
    }

    /// Answers PASSWORD_VERIFIER.
    /// - Throws: the service's fault.
    package func answer(
        _ responses: [String: String], session: String? = nil, clientID: String? = nil
    ) async throws -> RespondToAuthChallengeResponse {
        try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: clientID ?? fixture.client.id, challengeName: .passwordVerifier, session: session,
                challengeResponses: responses))
    }

    /// Runs the sign-in from the name to the step after the password.
    /// - Throws: the service's fault.
    package func run(password: String) async throws -> RespondToAuthChallengeResponse {
        let challenge = try await begin()
        return try await answer(try responses(to: challenge, password: password), session: challenge.session)
    }
}
