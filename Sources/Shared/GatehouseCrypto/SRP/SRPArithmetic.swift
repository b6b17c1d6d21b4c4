// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// Powers modulo the group's prime N, the costly part of SRP.
///
/// Integers are big-endian byte strings of any length on the way in and exactly 384 bytes on the way out. The time
/// taken may depend on the lengths of the strings, never on their values.
package protocol SRPArithmetic: Sendable {
    /// `base ^ exponent mod N`.
    func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8]

    /// `2 ^ exponent mod N`; 2 is the group's generator.
    func powerOfTwo(_ exponent: [UInt8]) -> [UInt8]

    /// The powers of `base` that shorten ``power(_:_:publicExponent:)``.
    func spacedPowers(of base: [UInt8]) -> SpacedPowers

    /// `base ^ publicExponent mod N`, with the powers of `base`.
    ///
    /// The time taken may depend on the exponent, which is not secret: the scrambler u of a handshake.
    func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8]

    /// `factor * base ^ publicExponent mod N`, with the powers of `base`; the time taken may depend on the exponent.
    func product(_ factor: [UInt8], _ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8]
}

extension SRPArithmetic {
    package func spacedPowers(of base: [UInt8]) -> SpacedPowers {
        SpacedPowers(of: base, arithmetic: self)
    }

    package func power(_ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]) -> [UInt8] {
        powers.power(base, publicExponent, arithmetic: self)
    }

    package func product(
        _ factor: [UInt8], _ base: [UInt8], _ powers: SpacedPowers, publicExponent: [UInt8]
    ) -> [UInt8] {
        (GroupElement(factor) * GroupElement(power(base, powers, publicExponent: publicExponent))).bytes
    }
}

/// The arithmetic of SRP in portable C: Montgomery products, windows of four bits, table reads in constant time.
///
/// C, because an app that names this package by URL compiles it without the optimiser in debug builds, where loops over
/// Swift's arrays take 290 times as long and loops in C four times.
package struct MontgomeryArithmetic: SRPArithmetic {
    /// The one value there is.
    package static let shared = MontgomeryArithmetic()

    /// `base ^ exponent mod N` by windows of four bits over the exponent's whole length.
    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        unsafe GroupElement.result { unsafe gatehouse_srp_power(base, base.count, exponent, exponent.count, $0) }
    }

    /// `2 ^ exponent mod N`; exponents of up to 32 bytes go through tables made once per process.
    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        exponent.count <= GeneratorTables.exponentBytes
            ? GeneratorTables.shared.power(exponent) : power([2], exponent)
    }
}

/// Tables for powers of the generator, 48 KiB, made once per process in the time of about two general powers.
private struct GeneratorTables: Sendable {
    /// The longest exponent that the tables serve.
    static let exponentBytes = Int(GATEHOUSE_SRP_TABLE_EXPONENT_BYTES)

    static let shared = GeneratorTables()

    private let words: [UInt64]

    private init() {
        var words = [UInt64](repeating: 0, count: Int(GATEHOUSE_SRP_TABLE_WORDS))
        unsafe gatehouse_srp_make_tables(&words)
        self.words = words
    }

    /// `2 ^ exponent mod N` in 384 bytes, for an exponent of at most ``exponentBytes``.
    func power(_ exponent: [UInt8]) -> [UInt8] {
        precondition(exponent.count <= Self.exponentBytes)
        return unsafe GroupElement.result { unsafe gatehouse_srp_power_of_two(words, exponent, exponent.count, $0) }
    }
}

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
