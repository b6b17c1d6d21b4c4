// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct MontgomeryArithmeticTests {
    private let arithmetic = MontgomeryArithmetic.shared
    private let entropy = Entropy.seeded(3_072)

    /// N - 1 and N + 1; N is odd and does not end in FF bytes only, so the last byte alone changes.
    private let belowModulus = Array(SRPGroup.modulusBytes.dropLast()) + [0xFE]
    private let aboveModulus = SRPInteger.sum([1], productOf: [1], and: SRPGroup.modulusBytes)

    @Test func `zero and one are their own powers`() {
        #expect(arithmetic.power([0], [5]) == number(0))
        #expect(arithmetic.power([], [5]) == number(0))
        #expect(arithmetic.power([1], [UInt8](repeating: 0xFF, count: 64)) == number(1))
        #expect(arithmetic.power(SRPGroup.modulusBytes, [1]) == number(0))
        #expect(arithmetic.power(aboveModulus, [255]) == number(1))
    }

    @Test func `an exponent of zero gives one, however it is written`() {
        for exponent in [[], [0], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 65)] {
            #expect(arithmetic.power([7], exponent) == number(1))
            #expect(arithmetic.powerOfTwo(exponent) == number(1))
        }
    }

    @Test func `minus one is one when squared and itself when cubed`() {
        #expect(arithmetic.power(belowModulus, [2]) == number(1))
        #expect(arithmetic.power(belowModulus, [3]) == belowModulus)
    }

    @Test func `numbers to the power of one are reduced`() {
        let long = entropy.bytes(1_000)
        #expect(arithmetic.power(belowModulus, [1]) == belowModulus)
        #expect(arithmetic.power([1] + [UInt8](repeating: 0, count: 384), [1]) == arithmetic.power([2], [0x0C, 0]))
        #expect(arithmetic.power([UInt8](repeating: 0, count: 50) + long, [1]) == arithmetic.power(long, [1]))
    }

    @Test func `Fermat's little theorem holds for the prime`() {
        for base in [[2], [3], [UInt8](repeating: 0xFF, count: 384), entropy.bytes(384)] {
            #expect(arithmetic.power(base, belowModulus) == number(1))
        }
    }

    @Test func `powers add and multiply as exponents do`() {
        for _ in 0..<20 {
            let (base, x, y) = (entropy.bytes(384), entropy.bytes(32), entropy.bytes(32))
            let product = SRPInteger.sum([], productOf: x, and: y)
            #expect(arithmetic.power(arithmetic.power(base, x), y) == arithmetic.power(base, product))
        }
    }

    @Test func `the tables give the powers of two that windows give`() {
        var exponents = (0..<20).map { _ in entropy.bytes(32) }
        exponents += [[1], [255], [0x0C, 0], [UInt8](repeating: 0xFF, count: 32)]
        exponents += (0..<32).map { [1] + [UInt8](repeating: 0, count: $0) }
        for exponent in exponents {
            #expect(arithmetic.powerOfTwo(exponent) == arithmetic.power([2], exponent))
        }
    }

    @Test func `small powers are the ones that integers give`() {
        for base in 0..<10 {
            for exponent in 0..<18 {
                let expected = (0..<exponent).reduce(1) { value, _ in value * base }
                #expect(arithmetic.power([UInt8(base)], [UInt8(exponent)]) == number(expected))
            }
        }
    }

    private func number(_ value: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 376) + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }
}
