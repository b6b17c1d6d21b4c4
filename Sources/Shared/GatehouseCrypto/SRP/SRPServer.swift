// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The server's side of one SRP-6a handshake (RFC 5054, with the key derivation and proof of Cognito user pools).
package struct SRPServer: Sendable {
    /// B as an integer, in its shortest big-endian bytes.
    package let publicKey: [UInt8]

    private let identity: SRPIdentity
    private let verifier: SRPVerifier
    private let privateKey: [UInt8]
    private let arithmetic: any SRPArithmetic

    /// Begins a handshake with a fresh private key, 32 random bytes, and computes `B = k*v + 2^b mod N`.
    package init(
        identity: SRPIdentity, verifier: SRPVerifier, privateKey: [UInt8], arithmetic: any SRPArithmetic
    ) {
        let scaled = SRPGroup.multiplierFactor * GroupElement(verifier.verifier)
        let sum = scaled + GroupElement(arithmetic.powerOfTwo(privateKey))
        self.init(
            identity: identity, verifier: verifier, privateKey: privateKey, publicKey: sum.bytes,
            arithmetic: arithmetic
        )
    }

    /// Goes on with a handshake whose B has been sent already.
    package init(
        identity: SRPIdentity, verifier: SRPVerifier, privateKey: [UInt8], publicKey: [UInt8],
        arithmetic: any SRPArithmetic
    ) {
        self.identity = identity
        self.verifier = verifier
        self.privateKey = privateKey
        self.publicKey = SRPInteger.minimal(publicKey)
        self.arithmetic = arithmetic
    }

    /// B as it is sent: lower-case digits without leading zeros.
    package var publicKeyHex: String { Hex.encodeInteger(publicKey) }

    /// The signature that a client with the right password sends.
    ///
    /// Throws `zeroScrambler`: begin again with a new key.
    package func signature(
        clientPublicKey: SRPPublicKey, secretBlock: [UInt8], timestamp: String
    ) throws(SRPError) -> [UInt8] {
        let scrambler = try SRPProof.scrambler(client: clientPublicKey.bytes, server: publicKey)
        let secret = sharedSecret(client: clientPublicKey, scrambler: scrambler)
        let key = SRPProof.key(sharedSecret: secret, scrambler: scrambler)
        return SRPProof.signature(key: key, identity: identity, secretBlock: secretBlock, timestamp: timestamp)
    }

    /// Whether a client's signature is the right one, compared in constant time.
    ///
    /// Throws as `signature` does.
    package func accepts(
        signature: [UInt8], clientPublicKey: SRPPublicKey, secretBlock: [UInt8], timestamp: String
    ) throws(SRPError) -> Bool {
        let expected = try self.signature(
            clientPublicKey: clientPublicKey, secretBlock: secretBlock, timestamp: timestamp
        )
        return constantTimeEqual(expected, signature)
    }

    /// `S = (A * v^u) ^ b mod N`.
    package func sharedSecret(client: SRPPublicKey, scrambler: [UInt8]) -> [UInt8] {
        let base = verifier.product(client.bytes, scrambler: scrambler, arithmetic: arithmetic)
        return arithmetic.power(base, privateKey)
    }
}
