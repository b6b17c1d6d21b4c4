// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An RSA key pair of a pool.
///
/// The private half rests sealed.
package struct SigningKeyRecord: Sendable, Equatable {
    /// What a key signs.
    package enum Use: String, Sendable {
        case idTokens = "id"
        case accessTokens = "access"
    }

    package let id: String
    package let poolID: String
    package let use: Use
    package let sealedPrivateKey: [UInt8]
    /// The public modulus, base64url.
    package let modulus: String
    /// The public exponent, base64url.
    package let exponent: String
    package let createdAt: Date
    /// From here on the key only verifies; a newer one signs.
    package var retiredAt: Date?

    /// Creates the row of a key.
    package init(
        id: String, poolID: String, use: Use, sealedPrivateKey: [UInt8], modulus: String, exponent: String,
        createdAt: Date, retiredAt: Date?
    ) {
        self.id = id
        self.poolID = poolID
        self.use = use
        self.sealedPrivateKey = sealedPrivateKey
        self.modulus = modulus
        self.exponent = exponent
        self.createdAt = createdAt
        self.retiredAt = retiredAt
    }
}
