// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The check that an encoded point of the twisted Edwards curve of RFC 8032, section 5.1, can be a public key.
///
/// The curve is `-x² + y² = 1 + d x² y²` over the integers modulo `2^255 - 19`; an encoding holds `y` and the sign of
/// `x`. Keys are public, so nothing here need take constant time.
enum EdwardsPoint {
    /// `-121665 / 121666`.
    private static let d = Field25519([
        0x75EB_4DCA_1359_78A3, 0x0070_0A4D_4141_D8AB, 0x8CC7_4079_7779_E898, 0x5203_6CEE_2B6F_FE73,
    ])

    /// Whether 32 bytes spell, in the one right way, a point that is on the curve and not of small order.
    static func isUsableAsKey(_ encoded: [UInt8]) -> Bool {
        guard let y = Field25519(littleEndianWithSign: encoded) else { return false }
        let ySquared = y * y
        let numerator = ySquared - .one
        let denominator = d * ySquared + .one
        // There is an x with x² = numerator / denominator if the product is a square; the denominator is never zero.
        guard (numerator * denominator).isSquare else { return false }
        return !hasSmallOrder(y, ySquared)
    }

    /// The points whose order divides eight: `y` is 1, -1 or 0, or doubling the point makes it 0.
    private static func hasSmallOrder(_ y: Field25519, _ ySquared: Field25519) -> Bool {
        if y == .zero || ySquared == .one { return true }
        return d * ySquared * ySquared + ySquared + ySquared == .one
    }
}
