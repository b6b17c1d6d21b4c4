// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// The private half of a P-256 key, as authenticators hold one.
package struct P256SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey

    /// Draws a key from the system's generator.
    package static func generate() -> P256SigningKey {
        P256SigningKey(P256.Signing.PrivateKey())
    }

    /// Takes the secret number, 32 bytes; `nil` for zero and for numbers that are not below the order of the curve.
    package init?(scalar: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar) else { return nil }
        self.key = key
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
    }

    /// The secret number, 32 bytes, to be sealed and stored.
    package var scalar: [UInt8] { Array(key.rawRepresentation) }

    /// The half of the key that verifies.
    package var publicKey: P256VerificationKey { P256VerificationKey(key.publicKey) }

    /// An ES256 signature of the message, in DER.
    package func sign(_ message: [UInt8]) throws -> [UInt8] {
        try Array(key.signature(for: SHA256.hash(data: message)).derRepresentation)
    }

    package var description: String { "P256SigningKey" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
