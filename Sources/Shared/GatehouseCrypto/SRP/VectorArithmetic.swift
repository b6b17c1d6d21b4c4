// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// The arithmetic of SRP with AVX-512's 52-bit products (IFMA), and with another arithmetic for numbers of unusual length.
package struct VectorArithmetic: SRPArithmetic {
    private static let powersOfTwo = vectorSpacedPowers(of: [2])

    private let other: any SRPArithmetic

    /// Creates the arithmetic; `nil` if the processor does not have the instructions, and in builds without optimisation.
    package init?(orElse other: any SRPArithmetic) {
        guard gatehouse_srp_vectors_are_available() == 1 else { return nil }
        self.other = other
    }

    /// `base ^ exponent mod N` by windows of four bits over the exponent's whole length.
    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        Self.vectorPower(base, exponent) ?? other.power(base, exponent)
    }

    /// `2 ^ exponent mod N`; exponents of up to 32 bytes use spaced powers made once per process.
    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        Self.powersOfTwo.flatMap { Self.vectorPower([2], $0, exponent) } ?? other.powerOfTwo(exponent)
    }

    package func spacedPowers(of base: [UInt8]) -> SpacedPowers {
        Self.vectorSpacedPowers(of: base) ?? other.spacedPowers(of: base)
    }

    package func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8] {
        Self.vectorPower(base, powers, publicExponent) ?? other.power(base, powers, publicExponent: publicExponent)
    }

    /// The power, unless the base is too long.
    package static func vectorPower(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8]? {
        unsafe bytes { unsafe gatehouse_srp_vector_power(base, base.count, exponent, exponent.count, $0) }
    }

    /// The powers, unless the number is too long.
    package static func vectorSpacedPowers(of base: [UInt8]) -> SpacedPowers? {
        unsafe bytes(SpacedPowers.byteCount) { unsafe gatehouse_srp_vector_spaced_powers(base, base.count, $0) }
            .flatMap(SpacedPowers.init(bytes:))
    }

    /// The power, unless a number is too long.
    package static func vectorPower(_ base: [UInt8], _ powers: SpacedPowers, _ exponent: [UInt8]) -> [UInt8]? {
        unsafe bytes {
            unsafe gatehouse_srp_vector_spaced_power(
                base, base.count, powers.bytes, exponent, exponent.count, $0)
        }
    }

    /// The bytes that `compute` writes; `nil` if it fails.
    private static func bytes(
        _ count: Int = GroupElement.byteCount, _ compute: (UnsafeMutablePointer<UInt8>) -> Int32
    ) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe compute(&bytes) == 1 ? bytes : nil
    }
}
