// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A point on the curve P-256 that verifies ES256 signatures: ECDSA with SHA-256 (FIPS 186-5, section 6).
package struct P256VerificationKey: Sendable {
    private static let coordinateBytes = 32
    /// The byte 4 and both coordinates.
    static let pointBytes = 1 + 2 * coordinateBytes

    private let point: [UInt8]

    /// Takes the coordinates, 32 bytes each; `nil` for a point that is not on the curve.
    package init?(x: [UInt8], y: [UInt8]) {
        let point = [0x04] + x + y
        guard x.count == Self.coordinateBytes, y.count == Self.coordinateBytes,
            PlatformCryptoLibrary.isP256Point(point)
        else { return nil }
        self.point = point
    }

    /// Takes a point that the library computed.
    init(point: [UInt8]) {
        self.point = point
    }

    /// The coordinates, 32 bytes each.
    package var coordinates: (x: [UInt8], y: [UInt8]) {
        (Array(point[1...Self.coordinateBytes]), Array(point[(1 + Self.coordinateBytes)...]))
    }

    /// Whether a signature in DER (RFC 3279, section 2.2.3) is this key's over the message.
    package func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
        PlatformCryptoLibrary.isP256Signature(signature, of: message, point: point)
    }
}
