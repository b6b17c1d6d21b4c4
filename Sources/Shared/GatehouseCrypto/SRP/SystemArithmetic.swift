// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) && (!SwiftCrypto || BothCryptoLibraries)
import CSystemCrypto

/// The arithmetic of SRP by the system's libcrypto, whose speed does not depend on the optimiser.
package struct SystemArithmetic: SRPArithmetic {
    /// The one value there is.
    package static let shared = SystemArithmetic()

    /// `base ^ exponent mod N`; portable code computes it if libcrypto runs out of memory.
    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        let modulus = SRPGroup.modulusBytes
        var result = [UInt8](repeating: 0, count: modulus.count)
        let done = unsafe gatehouse_modular_power(
            modulus, modulus.count, base, base.count, exponent, exponent.count, &result)
        return done == 1 ? result : MontgomeryArithmetic.shared.power(base, exponent)
    }

    /// `2 ^ exponent mod N`, as any other power.
    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        power([2], exponent)
    }
}
#endif
