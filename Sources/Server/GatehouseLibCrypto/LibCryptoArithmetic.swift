// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibCrypto
import GatehouseCrypto

/// The arithmetic of SRP by the system's libcrypto, which has assembly for it.
///
/// Powers of two go through tables, as in ``MontgomeryArithmetic``. Should libcrypto run out of memory, the power is
/// computed in Swift instead.
package struct LibCryptoArithmetic: SRPArithmetic {
    /// The one value there is.
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
}
