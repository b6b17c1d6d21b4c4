// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// Tables for powers of the generator, 48 KiB, made once per process in the time of about two general powers.
struct GeneratorTables: Sendable {
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
