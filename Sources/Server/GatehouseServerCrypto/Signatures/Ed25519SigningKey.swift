// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

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
