// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// A point on the curve P-256 that verifies ES256 signatures: ECDSA with SHA-256 (FIPS 186-5, section 6).
package struct P256VerificationKey: Sendable {
    private static let coordinateBytes = 32

    private let key: P256.Signing.PublicKey

    /// Takes the coordinates, 32 bytes each; `nil` for a point that is not on the curve.
    package init?(x: [UInt8], y: [UInt8]) {
        guard x.count == Self.coordinateBytes, y.count == Self.coordinateBytes,
            let key = try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y)
        else { return nil }
        self.key = key
    }

    init(_ key: P256.Signing.PublicKey) {
        self.key = key
    }

    /// The coordinates, 32 bytes each.
    package var coordinates: (x: [UInt8], y: [UInt8]) {
        let raw = Array(key.rawRepresentation)
        return (Array(raw[..<Self.coordinateBytes]), Array(raw[Self.coordinateBytes...]))
    }

    /// Whether a signature in DER (RFC 3279, section 2.2.3) is this key's over the message.
    package func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: SHA256.hash(data: message))
    }
}
