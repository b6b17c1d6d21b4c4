// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The client's side of one SRP-6a handshake.
package struct SRPClient: Sendable {
    /// The most digits of a salt that are read.
    static let maximumSaltDigits = 1_024

    private let privateKey: [UInt8]
    private let publicKey: [UInt8]
    private let arithmetic: any SRPArithmetic

    /// Begins a handshake with a fresh private key, 32 random bytes, and computes `A = 2^a mod N`.
    package init(privateKey: [UInt8], arithmetic: any SRPArithmetic = ClientArithmetic.fastest) {
        self.privateKey = privateKey
        self.arithmetic = arithmetic
        publicKey = arithmetic.powerOfTwo(privateKey)
    }

    /// A as it is sent: lower-case digits without leading zeros.
    package var publicKeyHex: String { Hex.encodeInteger(publicKey) }

    /// The proof of the password: the signature over identity, secret block and timestamp (see ``srpTimestamp(_:)``).
    ///
    /// Throws if the server's values are malformed or would make the proof independent of the password.
    package func signature(
        identity: SRPIdentity, password: borrowing Secret, saltHex: String, serverPublicKeyHex: String,
        secretBlock: [UInt8], timestamp: String
    ) throws(SRPError) -> [UInt8] {
        guard saltHex.utf8.count <= Self.maximumSaltDigits, let salt = Hex.decodeInteger(saltHex) else {
            throw .malformedSalt
        }
        let server = try SRPPublicKey(hex: serverPublicKeyHex)
        let scrambler = try SRPProof.scrambler(client: publicKey, server: server.bytes)
        let exponent = identity.privateExponent(password: password, salt: salt)
        let secret = sharedSecret(server: server, scrambler: scrambler, exponent: exponent)
        let key = SRPProof.key(sharedSecret: secret, scrambler: scrambler)
        return SRPProof.signature(key: key, identity: identity, secretBlock: secretBlock, timestamp: timestamp)
    }

    /// `S = (B - k * 2^x) ^ (a + u*x) mod N`.
    package func sharedSecret(server: SRPPublicKey, scrambler: [UInt8], exponent: [UInt8]) -> [UInt8] {
        let verifier = GroupElement(arithmetic.powerOfTwo(exponent))
        let base = GroupElement(server.bytes) - SRPGroup.multiplierFactor * verifier
        return arithmetic.power(base.bytes, SRPInteger.sum(privateKey, productOf: scrambler, and: exponent))
    }
}
