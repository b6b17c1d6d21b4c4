// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
