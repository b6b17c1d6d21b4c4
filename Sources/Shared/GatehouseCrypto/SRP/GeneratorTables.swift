// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Tables for powers of the generator: a comb with four teeth, 64 bits apart (Lim and Lee, CRYPTO '94).
///
/// Eight rows of sixteen products, 48 KiB, made once in the time of about two general powers. A power then costs
/// 64 products and 7 squares instead of some 330.
struct GeneratorTables: Sendable {
    /// The longest exponent that the tables serve.
    static let exponentBytes = 32

    static let shared = GeneratorTables()

    /// Row `k` holds the products of 2^(2^(64j + 8k)) over the sets of teeth `j`.
    private let rows: [MontgomeryTable]

    private init() {
        var factors = [[[UInt64]]](repeating: [], count: 8)
        var accumulator = MontgomeryAccumulator(SRPGroup.two)
        for bit in 0..<Self.exponentBytes * 8 {
            if bit.isMultiple(of: 8) {
                factors[bit / 8 % 8].append(accumulator.value)
            }
            accumulator.square()
        }
        rows = factors.map { MontgomeryTable(subsetsOf: $0) }
    }

    /// `2 ^ exponent mod N` in 384 bytes, for an exponent of at most ``exponentBytes``.
    func power(_ exponent: [UInt8]) -> [UInt8] {
        let teeth = Self.teeth(of: exponent)
        var accumulator = MontgomeryAccumulator(SRPGroup.one)
        var entry = SRPGroup.one
        for bit in (0..<8).reversed() {
            if bit < 7 {
                accumulator.square()
            }
            for (row, table) in rows.enumerated() {
                let column = UInt64(8 * row + bit)
                var index: UInt64 = 0
                for (tooth, word) in teeth.enumerated() {
                    index |= (word &>> column & 1) &<< UInt64(tooth)
                }
                table.select(index, into: &entry)
                accumulator.multiply(by: entry)
            }
        }
        return accumulator.leavingMontgomeryForm().bytes
    }

    /// The exponent's 64-bit words, the least significant first.
    private static func teeth(of exponent: [UInt8]) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: 4)
        for (position, byte) in exponent.reversed().enumerated() {
            words[position / 8] |= UInt64(byte) &<< UInt64(position % 8 * 8)
        }
        return words
    }
}
