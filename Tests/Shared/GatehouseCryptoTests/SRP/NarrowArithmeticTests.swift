// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CNarrowSRPArithmetic
import CSRPArithmetic
import GatehouseCrypto
import Testing

/// The arithmetic with limbs of 32 bits, which only unusual compilers build, beside the usual one.
@Suite struct NarrowArithmeticTests {
    private let wide = MontgomeryArithmetic.shared
    private let narrow = NarrowArithmetic()
    private let entropy = Entropy.seeded(32)

    @Test func `limbs of 32 bits give the powers that limbs of 64 bits give`() {
        let edges: [[UInt8]] = [[], [0], [1], SRPGroup.modulusBytes, [UInt8](repeating: 0xFF, count: 385)]
        for base in edges + [entropy.bytes(384), entropy.bytes(800)] {
            for exponent in [[], [1], entropy.bytes(32), entropy.bytes(65)] {
                #expect(narrow.power(base, exponent) == wide.power(base, exponent))
            }
        }
    }

    @Test func `limbs of 32 bits give the same powers of two`() {
        for exponent in [[], [1], [UInt8](repeating: 0xFF, count: 32)] + (0..<10).map({ _ in entropy.bytes(32) }) {
            #expect(narrow.powerOfTwo(exponent) == wide.powerOfTwo(exponent))
        }
    }

    @Test func `limbs of 32 bits give the same sums, differences and products`() {
        let belowModulus = Array(SRPGroup.modulusBytes.dropLast()) + [0xFE]
        let numbers = [wide.power([], [1]), belowModulus] + (0..<4).map { _ in wide.power(entropy.bytes(384), [1]) }
        for a in numbers {
            for b in numbers {
                let sums = unsafe (
                    result { unsafe narrow_srp_add(a, b, $0) }, result { unsafe gatehouse_srp_add(a, b, $0) }
                )
                let differences = unsafe (
                    result { unsafe narrow_srp_subtract(a, b, $0) }, result { unsafe gatehouse_srp_subtract(a, b, $0) }
                )
                let products = unsafe (
                    result { unsafe narrow_srp_multiply(a, b, $0) }, result { unsafe gatehouse_srp_multiply(a, b, $0) }
                )
                #expect(sums.0 == sums.1)
                #expect(differences.0 == differences.1)
                #expect(products.0 == products.1)
                let forms = unsafe (
                    result { unsafe narrow_srp_prepare(a, $0) }, result { unsafe gatehouse_srp_prepare(a, $0) }
                )
                let prepared = unsafe (
                    result { unsafe narrow_srp_multiply_prepared(forms.0, b, $0) },
                    result { unsafe gatehouse_srp_multiply_prepared(forms.1, b, $0) }
                )
                #expect(forms.0 == forms.1)
                #expect(prepared.0 == products.1)
                #expect(prepared.1 == products.1)
            }
        }
    }

    @Test func `limbs of 32 bits hold the same modulus`() {
        #expect(unsafe result { unsafe narrow_srp_modulus($0) } == SRPGroup.modulusBytes)
        #expect(unsafe result { unsafe narrow_srp_reduce(SRPGroup.modulusBytes, 384, $0) } == wide.power([], [1]))
    }
}

private struct NarrowArithmetic: SRPArithmetic {
    private let tables: [UInt64]

    init() {
        var tables = [UInt64](repeating: 0, count: Int(GATEHOUSE_SRP_TABLE_WORDS))
        unsafe narrow_srp_make_tables(&tables)
        self.tables = tables
    }

    func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        unsafe result { unsafe narrow_srp_power(base, base.count, exponent, exponent.count, $0) }
    }

    func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        unsafe result { unsafe narrow_srp_power_of_two(tables, exponent, exponent.count, $0) }
    }
}

/// The 384 bytes that `compute` writes.
private func result(_ compute: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(GATEHOUSE_SRP_BYTES))
    unsafe compute(&bytes)
    return bytes
}
