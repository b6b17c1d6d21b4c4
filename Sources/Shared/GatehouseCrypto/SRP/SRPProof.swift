// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values that both sides compute from a shared secret: the scrambler, the key and the signature.
package enum SRPProof {
    /// `u = SHA256(PAD(A) || PAD(B))`; throws `zeroScrambler` if it is zero.
    package static func scrambler(client: [UInt8], server: [UInt8]) throws(SRPError) -> [UInt8] {
        let scrambler = sha256(SRPInteger.padded(client) + SRPInteger.padded(server))
        guard scrambler.contains(where: { $0 != 0 }) else { throw .zeroScrambler }
        return scrambler
    }

    /// The 16-byte key that HKDF draws from the shared secret S and u.
    package static func key(sharedSecret: [UInt8], scrambler: [UInt8]) -> [UInt8] {
        hkdfSHA256(
            keyMaterial: SRPInteger.padded(sharedSecret),
            salt: SRPInteger.padded(scrambler),
            info: Array("Caldera Derived Key".utf8),
            count: 16
        )
    }

    /// HMAC-SHA256 over identity, secret block and timestamp.
    package static func signature(
        key: [UInt8], identity: SRPIdentity, secretBlock: [UInt8], timestamp: String
    ) -> [UInt8] {
        hmacSHA256(key: key, identity.bytes + secretBlock + Array(timestamp.utf8))
    }
}
