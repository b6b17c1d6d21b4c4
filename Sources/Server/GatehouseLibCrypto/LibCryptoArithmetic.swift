// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibCrypto
package import GatehouseCrypto

/// The arithmetic of SRP by the system's libcrypto, which has optimised assembly code.
///
/// Powers of two use precomputed tables, as in ``MontgomeryArithmetic``; that type also computes a power if libcrypto
/// runs out of memory.
package struct LibCryptoArithmetic: SRPArithmetic {
    /// The shared instance.
    package static let shared = LibCryptoArithmetic()

    package init() {}

    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(GATEHOUSE_GROUP_BYTES))
        let done = unsafe gatehouse_group_power(base, base.count, exponent, exponent.count, &result)
        return done == 1 ? result : MontgomeryArithmetic.shared.power(base, exponent)
    }

    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        guard exponent.count <= Int(GATEHOUSE_GENERATOR_EXPONENT_BYTES) else { return power([2], exponent) }
        var result = [UInt8](repeating: 0, count: Int(GATEHOUSE_GROUP_BYTES))
        let done = unsafe gatehouse_generator_power(exponent, exponent.count, &result)
        return done == 1 ? result : MontgomeryArithmetic.shared.powerOfTwo(exponent)
    }

    package func spacedPowers(of base: [UInt8]) -> SpacedPowers {
        var bytes = [UInt8](repeating: 0, count: SpacedPowers.byteCount)
        let done = unsafe gatehouse_spaced_powers(base, base.count, &bytes)
        guard done == 1, let powers = SpacedPowers(bytes: bytes) else {
            return MontgomeryArithmetic.shared.spacedPowers(of: base)
        }
        return powers
    }

    package func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8] {
        product([1], base, powers, publicExponent: publicExponent)
    }

    /// `factor * base ^ publicExponent mod N` for the cost of the power: its last product has the factor in place of 1.
    package func product(
        _ factor: [UInt8], _ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]
    ) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(GATEHOUSE_GROUP_BYTES))
        let done = unsafe gatehouse_spaced_power(
            factor, factor.count, base, base.count, powers.bytes, publicExponent, publicExponent.count, &result)
        guard done != 1 else { return result }
        // The exponent is too long, or memory ran out.
        return MontgomeryArithmetic.shared.product(factor, base, powers, publicExponent: publicExponent)
    }
}
