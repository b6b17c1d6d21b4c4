// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The value that a server stores instead of a password: a salt and 2^x mod N.
package struct SRPVerifier: Sendable, Equatable {
    /// The salt as an integer, in its shortest big-endian bytes.
    package let salt: [UInt8]
    /// The verifier as an integer, in its shortest big-endian bytes.
    package let verifier: [UInt8]
    /// Precomputed powers that speed up exponentiation of the verifier; `nil` if they were not computed.
    package let powers: SpacedPowers?

    /// Takes integers in any length; leading zero bytes do not count.
    package init(salt: [UInt8], verifier: [UInt8], powers: SpacedPowers? = nil) {
        self.salt = SRPInteger.minimal(salt)
        self.verifier = SRPInteger.minimal(verifier)
        self.powers = powers
    }

    /// The verifier of a password under a salt, with its powers.
    package static func make(
        identity: SRPIdentity, password: borrowing Secret, salt: [UInt8], arithmetic: some SRPArithmetic
    ) -> SRPVerifier {
        let exponent = identity.privateExponent(password: password, salt: salt)
        let verifier = arithmetic.powerOfTwo(exponent)
        return SRPVerifier(salt: salt, verifier: verifier, powers: arithmetic.spacedPowers(of: verifier))
    }

    /// Whether this is the verifier of the password, compared in constant time: the check of plain-password flows.
    package func matches(
        identity: SRPIdentity, password: borrowing Secret, arithmetic: some SRPArithmetic
    ) -> Bool {
        let exponent = identity.privateExponent(password: password, salt: salt)
        return constantTimeEqual(arithmetic.powerOfTwo(exponent), GroupElement(verifier).bytes)
    }

    /// `v ^ scrambler mod N`; the scrambler is public.
    func raised(to scrambler: [UInt8], arithmetic: some SRPArithmetic) -> [UInt8] {
        guard let powers else { return arithmetic.power(verifier, scrambler) }
        return arithmetic.power(verifier, powers, publicExponent: scrambler)
    }

    /// The salt as servers send it: lower-case digits without leading zeros.
    package var saltHex: String { Hex.encodeInteger(salt) }

    /// The salt as devices register it: Base64 of the shortest two's-complement bytes.
    package var saltBase64: String { Base64.encode(SRPInteger.padded(salt)) }

    /// The verifier as devices register it: Base64 of the shortest two's-complement bytes.
    package var verifierBase64: String { Base64.encode(SRPInteger.padded(verifier)) }

    /// Whether the verifier could come from a secret: above 1 and below N - 1.
    ///
    /// The powers of 0, 1 and N - 1 are public, so that they would prove nothing.
    package var isPlausible: Bool {
        let value = GroupElement(verifier)
        guard SRPInteger.minimal(value.bytes) == verifier else { return false }
        return !value.isZero && verifier != [1] && !(value + GroupElement([1])).isZero
    }
}
