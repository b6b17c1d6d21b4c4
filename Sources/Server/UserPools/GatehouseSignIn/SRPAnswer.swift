// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The members of an answer that ends an SRP handshake: PASSWORD_VERIFIER and DEVICE_PASSWORD_VERIFIER.
struct SRPAnswer: Sendable {
    let username: String
    let secretBlock: [UInt8]
    let signature: [UInt8]
    let timestamp: String
    let secretHash: String?
    let deviceKey: String?

    /// - Throws: `InvalidParameterException` that names the first missing member, and `NotAuthorizedException` for
    ///   invalid Base64.
    init(_ responses: ChallengeResponses) throws(ServiceFault) {
        username = try responses.required("USERNAME")
        timestamp = try responses.required("TIMESTAMP")
        let block = try responses.required("PASSWORD_CLAIM_SECRET_BLOCK")
        let claim = try responses.required("PASSWORD_CLAIM_SIGNATURE")
        guard let secretBlock = Base64.decode(block), let signature = Base64.decode(claim) else {
            throw .wrongCredentials
        }
        self.secretBlock = secretBlock
        self.signature = signature
        secretHash = responses["SECRET_HASH"]
        deviceKey = responses["DEVICE_KEY"]
    }

    /// Whether the answer proves that the client knows the secret of the verifier.
    func proves(
        _ verifier: SRPVerifier, of identity: SRPIdentity, in block: SecretBlock, arithmetic: any SRPArithmetic
    ) throws -> Bool {
        let server = SRPServer(
            identity: identity, verifier: verifier, privateKey: block.serverPrivateKey,
            publicKey: block.serverPublicKey, arithmetic: arithmetic)
        return try server.accepts(
            signature: signature, clientPublicKey: SRPPublicKey(bytes: block.clientPublicKey),
            secretBlock: secretBlock, timestamp: timestamp)
    }
}
