// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Sixteen consecutive entries of numbers in Montgomery's form, read without revealing which one is wanted.
struct MontgomeryTable: Sendable {
    /// Entries of one row.
    static let entries = 16

    private var limbs: [UInt64] = []

    /// A row of the powers 0 to 15 of a base in Montgomery's form.
    init(powersOf base: [UInt64]) {
        var powers = [SRPGroup.one, base]
        for exponent in 2..<Self.entries {
            var accumulator = MontgomeryAccumulator(powers[exponent / 2])
            accumulator.square()
            if !exponent.isMultiple(of: 2) {
                accumulator.multiply(by: base)
            }
            powers.append(accumulator.value)
        }
        limbs = powers.flatMap { $0 }
    }

    /// A row of the products of all subsets of four factors; bit `j` of an index stands for factor `j`.
    init(subsetsOf factors: [[UInt64]]) {
        var products = [SRPGroup.one]
        for index in 1..<Self.entries {
            var accumulator = MontgomeryAccumulator(products[index & (index - 1)])
            accumulator.multiply(by: factors[index.trailingZeroBitCount])
            products.append(accumulator.value)
        }
        limbs = products.flatMap { $0 }
    }

    /// Copies the entry at `index` (0 to 15) into `result` after reading every entry.
    func select(_ index: UInt64, into result: inout [UInt64]) {
        let table = limbs.span
        var output = result.mutableSpan
        precondition(output.count == MontgomeryProduct.limbs)
        for limb in 0..<MontgomeryProduct.limbs {
            output[limb] = 0
        }
        for entry in 0..<Self.entries {
            let difference = index ^ UInt64(entry)
            let mask = 0 &- ((difference &- 1) &>> 63)
            let start = entry * MontgomeryProduct.limbs
            let candidate = table.extracting(start..<start + MontgomeryProduct.limbs)
            for limb in 0..<MontgomeryProduct.limbs {
                output[limb] |= candidate[limb] & mask
            }
        }
    }
}
