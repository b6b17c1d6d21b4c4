// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The arithmetic of SRP in Swift alone: Montgomery products, windows of four bits, table reads in constant time.
package struct MontgomeryArithmetic: SRPArithmetic {
    /// The one value there is.
    package static let shared = MontgomeryArithmetic()

    /// `base ^ exponent mod N` by windows of four bits over the exponent's whole length.
    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        let table = MontgomeryTable(powersOf: GroupElement(base).montgomeryForm)
        var accumulator = MontgomeryAccumulator(SRPGroup.one)
        var entry = SRPGroup.one
        for (position, byte) in exponent.enumerated() {
            for (half, digit) in [byte >> 4, byte & 15].enumerated() {
                table.select(UInt64(digit), into: &entry)
                if position > 0 || half > 0 {
                    for _ in 0..<4 {
                        accumulator.square()
                    }
                    accumulator.multiply(by: entry)
                } else {
                    accumulator = MontgomeryAccumulator(entry)
                }
            }
        }
        return accumulator.leavingMontgomeryForm().bytes
    }

    /// `2 ^ exponent mod N`; exponents of up to 32 bytes go through tables made once per process.
    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        exponent.count <= GeneratorTables.exponentBytes
            ? GeneratorTables.shared.power(exponent) : power([2], exponent)
    }
}
