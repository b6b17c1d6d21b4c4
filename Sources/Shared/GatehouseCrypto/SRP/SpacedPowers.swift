// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The powers of a number for the exponents 2^64, 2^128 and 2^192, which shorten later powers of it.
///
/// A server keeps them beside a verifier `v`: with them `v ^ u` costs less than half (Lim and Lee, CRYPTO '94). They
/// tell nothing that the number itself does not.
package struct SpacedPowers: Sendable, Equatable {
    /// The number of powers.
    package static let count = 3
    /// The bytes of all of them.
    package static let byteCount = count * GroupElement.byteCount

    /// Big-endian integers of 384 bytes, one after the other.
    package let bytes: [UInt8]

    /// Takes what `bytes` was; anything of another length is `nil`.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Bytes that are the powers of no number, for a verifier that belongs to no password.
    package init(repeating bytes: [UInt8]) {
        self.bytes = Array(repeating: GroupElement(bytes).bytes, count: Self.count).flatMap(\.self)
    }

    /// Computes them with general powers.
    init(of base: [UInt8], arithmetic: some SRPArithmetic) {
        var power = base
        var bytes: [UInt8] = []
        for _ in 0..<Self.count {
            power = arithmetic.power(power, [1] + [UInt8](repeating: 0, count: 8))
            bytes += power
        }
        self.bytes = bytes
    }

    /// `base ^ exponent mod N` from general powers, 64 bits of the exponent at a time.
    func power(_ base: [UInt8], _ exponent: [UInt8], arithmetic: some SRPArithmetic) -> [UInt8] {
        guard exponent.count <= 8 * (1 + Self.count) else { return arithmetic.power(base, exponent) }
        let bases = [base] + bytes.chunks(of: GroupElement.byteCount)
        let digits = Array(exponent.reversed()).chunks(of: 8)
        return zip(bases, digits).reduce(GroupElement([1])) { product, factor in
            product * GroupElement(arithmetic.power(factor.0, factor.1.reversed()))
        }.bytes
    }
}

extension [UInt8] {
    fileprivate func chunks(of count: Int) -> [[UInt8]] {
        stride(from: 0, to: self.count, by: count).map { Array(dropFirst($0).prefix(count)) }
    }
}
