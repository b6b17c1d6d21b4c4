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
    /// small order, under which a signature can be forged for any message.
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
