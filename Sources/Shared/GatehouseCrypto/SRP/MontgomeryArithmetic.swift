// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// The arithmetic of SRP in portable C: Montgomery products, windows of four bits, table reads in constant time.
///
/// C, because an app that names this package by URL compiles it without the optimiser in debug builds, where loops over
/// Swift's arrays take 290 times as long and those of C four times.
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
