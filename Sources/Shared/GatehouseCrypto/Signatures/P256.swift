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

/// The private half of a P-256 key, as authenticators hold one.
package struct P256SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Holds the secret number for all copies of a key.
    private final class Scalar: Sendable {
        let secret: Secret

        init(_ bytes: [UInt8]) {
            secret = Secret(bytes)
        }
    }

    private static let scalarBytes = 32

    private let secretScalar: Scalar

    /// The half of the key that verifies.
    package let publicKey: P256VerificationKey

    /// Draws a key from the system's generator.
    package static func generate() -> P256SigningKey {
        while true {
            // One number in four thousand million is zero or not below the order.
            if let key = P256SigningKey(scalar: Entropy.system.bytes(scalarBytes)) { return key }
        }
    }

    /// Takes the secret number, 32 bytes; `nil` for zero and for numbers that are not below the order of the curve.
    package init?(scalar: [UInt8]) {
        guard let point = PlatformCryptoLibrary.p256Point(ofScalar: scalar) else { return nil }
        secretScalar = Scalar(scalar)
        publicKey = P256VerificationKey(point: point)
    }

    /// The secret number, 32 bytes, to be sealed and stored.
    package var scalar: [UInt8] { secretScalar.secret.withBytes(\.self) }

    /// An ES256 signature of the message, in DER.
    package func sign(_ message: [UInt8]) throws -> [UInt8] {
        try secretScalar.secret.withBytes { try PlatformCryptoLibrary.p256Signature(of: message, scalar: $0) }
    }

    package var description: String { "P256SigningKey" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
