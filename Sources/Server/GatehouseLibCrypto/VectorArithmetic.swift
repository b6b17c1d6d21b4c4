// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibCrypto
package import GatehouseCrypto

/// The arithmetic of SRP with AVX-512's 52-bit products (IFMA), and with libcrypto for numbers of unusual length.
package struct VectorArithmetic: SRPArithmetic {
    private static let powersOfTwo = LibCryptoArithmetic.shared.spacedPowers(of: [2])

    private let libcrypto = LibCryptoArithmetic.shared

    /// Creates the arithmetic; `nil` if the processor does not have the instructions.
    package init?() {
        guard gatehouse_vectors_are_available() == 1 else { return nil }
    }

    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        vectorPower(base, exponent) ?? libcrypto.power(base, exponent)
    }

    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        vectorPower([2], Self.powersOfTwo, exponent) ?? libcrypto.powerOfTwo(exponent)
    }

    package func spacedPowers(of base: [UInt8]) -> SpacedPowers {
        vectorSpacedPowers(of: base) ?? libcrypto.spacedPowers(of: base)
    }

    package func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8] {
        vectorPower(base, powers, publicExponent) ?? libcrypto.power(base, powers, publicExponent: publicExponent)
    }

    /// The power, unless a number is too long.
    func vectorPower(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8]? {
        unsafe bytes { unsafe gatehouse_vector_power(base, base.count, exponent, exponent.count, $0) }
    }

    /// The powers, unless the number is too long.
    func vectorSpacedPowers(of base: [UInt8]) -> SpacedPowers? {
        unsafe bytes(SpacedPowers.byteCount) { unsafe gatehouse_vector_spaced_powers(base, base.count, $0) }
            .flatMap(SpacedPowers.init(bytes:))
    }

    /// The power, unless a number is too long.
    func vectorPower(_ base: [UInt8], _ powers: SpacedPowers, _ exponent: [UInt8]) -> [UInt8]? {
        unsafe bytes {
            unsafe gatehouse_vector_spaced_power(
                base, base.count, powers.bytes, exponent, exponent.count, $0)
        }
    }

    /// The bytes that `compute` writes; `nil` if it fails.
    private func bytes(
        _ count: Int = Int(GATEHOUSE_GROUP_BYTES), _ compute: (UnsafeMutablePointer<UInt8>) -> Int32
    ) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe compute(&bytes) == 1 ? bytes : nil
    }
}
