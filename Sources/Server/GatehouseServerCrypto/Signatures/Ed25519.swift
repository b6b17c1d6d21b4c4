// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// A public key that verifies Ed25519 signatures (RFC 8032, section 5.1).
package struct Ed25519VerificationKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    /// Takes the encoded point, 32 bytes.
    ///
    /// `nil` for bytes that encode no point on the curve, for a second encoding of a point, and for the few points of
    /// small order: under these, a signature can be forged for any message.
    package init?(point: [UInt8]) {
        guard EdwardsPoint.isUsableAsKey(point),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: point)
        else { return nil }
        self.key = key
    }

    init(_ key: Curve25519.Signing.PublicKey) {
        self.key = key
    }

    /// The encoded point, 32 bytes.
    package var point: [UInt8] { Array(key.rawRepresentation) }

    /// Whether the signature, 64 bytes, is this key's over the message.
    package func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(signature, for: message)
    }
}

/// The private half of an Ed25519 key, as authenticators hold one.
package struct Ed25519SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let key: Curve25519.Signing.PrivateKey

    /// Draws a key from the system's generator.
    package static func generate() -> Ed25519SigningKey {
        Ed25519SigningKey(Curve25519.Signing.PrivateKey())
    }

    /// Takes the seed, 32 bytes; `nil` for another length.
    package init?(seed: [UInt8]) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
        self.key = key
    }

    private init(_ key: Curve25519.Signing.PrivateKey) {
        self.key = key
    }

    /// The half of the key that verifies.
    package var publicKey: Ed25519VerificationKey { Ed25519VerificationKey(key.publicKey) }

    /// The signature of the message, 64 bytes.
    package func sign(_ message: [UInt8]) throws -> [UInt8] {
        try Array(key.signature(for: message))
    }

    package var description: String { "Ed25519SigningKey" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The check that an encoded point of the twisted Edwards curve of RFC 8032, section 5.1, can be a public key.
///
/// The curve is `-x² + y² = 1 + d x² y²` over the integers modulo `2^255 - 19`; an encoding holds `y` and the sign of
/// `x`. Keys are public, so nothing here need take constant time.
private enum EdwardsPoint {
    /// `-121665 / 121666`.
    private static let d = Field25519([
        0x75EB_4DCA_1359_78A3, 0x0070_0A4D_4141_D8AB, 0x8CC7_4079_7779_E898, 0x5203_6CEE_2B6F_FE73,
    ])

    /// Whether 32 bytes spell, in the one right way, a point that is on the curve and not of small order.
    fileprivate static func isUsableAsKey(_ encoded: [UInt8]) -> Bool {
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
