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

    /// `factor * v ^ scrambler mod N`; the scrambler is public.
    func product(_ factor: [UInt8], scrambler: [UInt8], arithmetic: some SRPArithmetic) -> [UInt8] {
        guard let powers else {
            return (GroupElement(factor) * GroupElement(arithmetic.power(verifier, scrambler))).bytes
        }
        return arithmetic.product(factor, verifier, powers, publicExponent: scrambler)
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

extension SRPVerifier {
    /// The longest salt that a device may register, in bytes.
    static let maximumSaltBytes = 64
    /// The most characters that are read of either text.
    private static let maximumCharacters = 1_024

    /// Reads the values that a device registers: two integers in Base64, with or without zero bytes in front.
    ///
    /// - Throws: `malformedVerifier` for garbage and for a verifier that is not plausible, `malformedSalt` for garbage,
    ///   zero, and more than ``maximumSaltBytes`` bytes.
    package init(registeredVerifier verifier: String, salt: String) throws(SRPError) {
        guard let verifier = Self.integer(verifier) else { throw .malformedVerifier }
        guard let salt = Self.integer(salt), (1...Self.maximumSaltBytes).contains(salt.count) else {
            throw .malformedSalt
        }
        self.init(salt: salt, verifier: verifier)
        guard isPlausible else { throw .malformedVerifier }
    }

    /// The same verifier with what shortens its powers.
    package func withPowers(_ arithmetic: some SRPArithmetic) -> SRPVerifier {
        SRPVerifier(salt: salt, verifier: verifier, powers: arithmetic.spacedPowers(of: verifier))
    }

    private static func integer(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= maximumCharacters else { return nil }
        return Base64.decode(text).map(SRPInteger.minimal)
    }
}

/// The user or device that signs in: the text that is hashed with the password and signed with the shared key.
package enum SRPIdentity: Sendable, Equatable {
    /// A user, by the pool's whole id and the stored user name.
    case user(poolID: String, userIDForSRP: String)
    /// A remembered device.
    case device(groupKey: String, deviceKey: String)

    /// Pool name (the pool id after its first underscore) and user, or group and device, without a separator.
    package var bytes: [UInt8] {
        switch self {
        case .user(let poolID, let userIDForSRP):
            let underscore = poolID.utf8.firstIndex(of: UInt8(ascii: "_"))
            let name = underscore.map { poolID.utf8[$0...].dropFirst() } ?? poolID.utf8[...]
            return Array(name) + Array(userIDForSRP.utf8)
        case .device(let groupKey, let deviceKey):
            return Array(groupKey.utf8) + Array(deviceKey.utf8)
        }
    }

    /// The private exponent x: `SHA256(PAD(salt) || SHA256(identity || ":" || password))`.
    package func privateExponent(password: borrowing Secret, salt: [UInt8]) -> [UInt8] {
        let inner = password.withBytes { sha256(bytes + [UInt8(ascii: ":")] + $0) }
        return sha256(SRPInteger.padded(salt) + inner)
    }
}
