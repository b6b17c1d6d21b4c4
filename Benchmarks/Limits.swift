// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseLibCrypto

/// How fast libcrypto does the arithmetic that no server can avoid, on one core, in seconds.
struct Limits {
    /// One power modulo the 3072-bit prime with an exponent of 256 bits.
    let power: Double
    /// One RS256 signature with a key of 2048 bits.
    let signature: Double

    /// Sign-ins a second if a server did nothing but two powers and two signatures.
    var signIns: Double { 1 / (2 * power + 2 * signature) }

    /// Renewals a second if a server did nothing but two signatures.
    var refreshes: Double { 1 / (2 * signature) }

    var text: String {
        """
        libcrypto on one core: a power in \((power * 1e3).rounded(3)) ms, a signature in \
        \((signature * 1e3).rounded(3)) ms

        """
    }

    static func measure() -> Limits {
        let entropy = Entropy.seeded(1)
        let arithmetic = LibCryptoArithmetic()
        let base = entropy.bytes(384)
        let exponent = [0xff] + entropy.bytes(31)
        let power = Stopwatch.median(of: 301) { _ = arithmetic.power(base, exponent) }
        guard let key = try? RSASigningKey.generate() else { return Limits(power: power, signature: .nan) }
        let signer = LibCryptoRSASigner()
        let message = entropy.bytes(800)
        let signature = Stopwatch.median(of: 601) { _ = try? signer.sign(message, with: key) }
        return Limits(power: power, signature: signature)
    }
}
