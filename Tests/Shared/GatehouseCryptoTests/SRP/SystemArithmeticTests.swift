// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) && (!SwiftCrypto || BothCryptoLibraries)
import CSystemCrypto
import GatehouseCrypto
import Testing

/// libcrypto's powers, with which some debug builds sign in, beside the portable ones.
@Suite struct SystemArithmeticTests {
    private let system = SystemArithmetic.shared
    private let portable = MontgomeryArithmetic.shared
    private let entropy = Entropy.seeded(3)

    @Test(arguments: [0, 1, 32, 33, 65, 128])
    func `libcrypto gives the powers of portable code, whatever the lengths`(exponentCount: Int) {
        let exponents = [
            entropy.bytes(exponentCount), [UInt8](repeating: 0, count: exponentCount),
            [UInt8](repeating: 0xFF, count: exponentCount),
        ]
        for exponent in exponents {
            #expect(system.powerOfTwo(exponent) == portable.powerOfTwo(exponent))
            for baseCount in [0, 1, 384, 385, 800] {
                let base = entropy.bytes(baseCount)
                #expect(system.power(base, exponent) == portable.power(base, exponent))
            }
        }
    }

    @Test func `libcrypto gives the powers of portable code at the edges`() {
        let modulus = SRPGroup.modulusBytes
        let belowModulus = Array(modulus.dropLast()) + [0xFE]
        let bases = [modulus, belowModulus, SRPInteger.sum([1], productOf: [1], and: modulus)]
        for base in bases + [[1], [UInt8](repeating: 0xFF, count: 384)] {
            for exponent in [[], [1], [2], belowModulus] {
                #expect(system.power(base, exponent) == portable.power(base, exponent))
            }
        }
    }

    @Test func `an even modulus is refused`() {
        var result = [UInt8](repeating: 0, count: 2)
        let done = unsafe gatehouse_modular_power([1, 0], 2, [3], 1, [5], 1, &result)
        #expect(done == 0)
    }
}
#endif
