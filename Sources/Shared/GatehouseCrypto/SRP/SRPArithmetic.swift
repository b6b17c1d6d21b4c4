// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Powers modulo the group's prime N, the costly part of SRP.
///
/// Integers are big-endian byte strings of any length on the way in and exactly 384 bytes on the way out. The time
/// taken may depend on the lengths of the strings, never on their values.
package protocol SRPArithmetic: Sendable {
    /// `base ^ exponent mod N`.
    func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8]

    /// `2 ^ exponent mod N`; 2 is the group's generator.
    func powerOfTwo(_ exponent: [UInt8]) -> [UInt8]

    /// The powers of `base` that shorten ``power(_:_:publicExponent:)``.
    func spacedPowers(of base: [UInt8]) -> SpacedPowers

    /// `base ^ publicExponent mod N`, with the powers of `base`.
    ///
    /// The time taken may depend on the exponent, which is not secret: the scrambler u of a handshake.
    func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8]
}

extension SRPArithmetic {
    package func spacedPowers(of base: [UInt8]) -> SpacedPowers {
        SpacedPowers(of: base, arithmetic: self)
    }

    package func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8] {
        powers.power(base, publicExponent, arithmetic: self)
    }
}
