// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An integer modulo `2^255 - 19`, fully reduced, in four words with the least one first.
///
/// Only as fast as a check of a key now and then needs.
struct Field25519: Equatable {
    static let zero = Field25519([0, 0, 0, 0])
    static let one = Field25519([1, 0, 0, 0])
    private static let modulus: [UInt64] = [0xFFFF_FFFF_FFFF_FFED, .max, .max, 0x7FFF_FFFF_FFFF_FFFF]

    private let words: [UInt64]

    /// Takes four words below the modulus.
    init(_ words: [UInt64]) {
        self.words = words
    }

    /// Takes 32 bytes, the least one first, whose topmost bit is not part of the number.
    ///
    /// `nil` for another length, and for a number that is not below the modulus.
    init?(littleEndianWithSign bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        var words = (0..<4).map { word in
            (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[8 * word + $1]) << UInt64(8 * $1) }
        }
        words[3] &= 0x7FFF_FFFF_FFFF_FFFF
        guard Self.isReduced(words) else { return nil }
        self.words = words
    }

    /// Whether the number is a square: zero is one, and others are when their `(p - 1) / 2`-th power is 1.
    var isSquare: Bool {
        // (p - 1) / 2 = 2^254 - 10, in binary 246 ones and then 11110110.
        var power = Self.one
        for bit in stride(from: 253, through: 0, by: -1) {
            power = power * power
            let isSet = bit >= 8 || 0b1111_0110 >> bit & 1 == 1
            if isSet { power = power * self }
        }
        return self == .zero || power == .one
    }

    static func + (a: Field25519, b: Field25519) -> Field25519 {
        // Both are below 2^255, so nothing is carried out of the fourth word.
        var sum = [UInt64](repeating: 0, count: 4)
        var carry: UInt64 = 0
        for index in 0..<4 {
            let (first, firstCarry) = a.words[index].addingReportingOverflow(b.words[index])
            let (second, secondCarry) = first.addingReportingOverflow(carry)
            sum[index] = second
            carry = firstCarry || secondCarry ? 1 : 0
        }
        return Field25519(reduced(sum))
    }

    static func - (a: Field25519, b: Field25519) -> Field25519 {
        a + Field25519(b == .zero ? b.words : difference(modulus, b.words))
    }

    static func * (a: Field25519, b: Field25519) -> Field25519 {
        var product = [UInt64](repeating: 0, count: 8)
        for i in 0..<4 {
            var carry: UInt64 = 0
            for j in 0..<4 {
                (carry, product[i + j]) = multiplyAdd(a.words[i], b.words[j], product[i + j], carry)
            }
            product[i + 4] = carry
        }
        // 2^256 is 38 modulo the modulus: fold the upper half in, and then the overflow of that sum.
        var low = Array(product[..<4])
        var carry: UInt64 = 0
        for index in 0..<4 { (carry, low[index]) = multiplyAdd(product[index + 4], 38, low[index], carry) }
        while carry != 0 {
            var addend = carry &* 38
            carry = 0
            for index in 0..<4 {
                let (sum, overflow) = low[index].addingReportingOverflow(addend)
                low[index] = sum
                addend = overflow ? 1 : 0
            }
            carry = addend
        }
        return Field25519(reduced(low))
    }

    /// `x * y + z + carry`, which two words always hold: the upper and the lower one.
    private static func multiplyAdd(
        _ x: UInt64, _ y: UInt64, _ z: UInt64, _ carry: UInt64
    ) -> (high: UInt64, low: UInt64) {
        var (high, low) = x.multipliedFullWidth(by: y)
        for addend in [z, carry] {
            let (sum, overflow) = low.addingReportingOverflow(addend)
            low = sum
            if overflow { high &+= 1 }
        }
        return (high, low)
    }

    private static func isReduced(_ words: [UInt64]) -> Bool {
        words.reversed().lexicographicallyPrecedes(modulus.reversed())
    }

    /// Subtracts the modulus until the number, of at most 256 bits, is below it.
    private static func reduced(_ words: [UInt64]) -> [UInt64] {
        var words = words
        while !isReduced(words) { words = difference(words, modulus) }
        return words
    }

    /// `a - b` for an `a` that is not less.
    private static func difference(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var result = a
        var borrow: UInt64 = 0
        for index in 0..<4 {
            let (first, firstBorrow) = a[index].subtractingReportingOverflow(b[index])
            let (second, secondBorrow) = first.subtractingReportingOverflow(borrow)
            result[index] = second
            borrow = firstBorrow || secondBorrow ? 1 : 0
        }
        return result
    }
}
