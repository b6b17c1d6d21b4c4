// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An RSA key pair with which the installation signs identity tokens; the private key is encrypted.
package struct IdentityTokenKeyRecord: Sendable, Equatable {
    /// The key's id, the `kid` of tokens.
    package let id: String
    /// The encrypted private key.
    package let sealedPrivateKey: [UInt8]
    /// The modulus of the public key, base64url.
    package let modulus: String
    /// The exponent of the public key, base64url.
    package let exponent: String
    /// The time at which the key was generated.
    package let createdAt: Date
    /// The time from which the key only verifies, because a newer one signs; `nil` for the key that signs.
    package var retiredAt: Date?

    /// Creates the record of a key.
    package init(
        id: String, sealedPrivateKey: [UInt8], modulus: String, exponent: String, createdAt: Date,
        retiredAt: Date? = nil
    ) {
        self.id = id
        self.sealedPrivateKey = sealedPrivateKey
        self.modulus = modulus
        self.exponent = exponent
        self.createdAt = createdAt
        self.retiredAt = retiredAt
    }
}
