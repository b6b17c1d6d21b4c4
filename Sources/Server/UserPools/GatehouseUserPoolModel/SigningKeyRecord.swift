// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An RSA key pair of a pool; the private key is encrypted.
package struct SigningKeyRecord: Sendable, Equatable {
    /// The kind of tokens that a key signs.
    package enum Use: String, Sendable {
        case idTokens = "id"
        case accessTokens = "access"
    }

    /// The beginning of the ids of keys that are also in a file of `gatehouse dev`, so that other servers sign with
    /// them.
    package static let keptPrefix = "gatehouse-dev-"

    /// The key's id, the `kid` of tokens.
    package let id: String
    /// The id of the user pool whose tokens the key signs.
    package let poolID: String
    /// The kind of tokens that the key signs.
    package let use: Use
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

/// An RSA key pair of a pool for SAML, with its certificate; the private key is encrypted.
package struct SAMLKeyRecord: Sendable, Equatable {
    /// What a key is for.
    package enum Use: String, Sendable {
        /// The pool signs requests with the private key.
        case signing
        /// Providers encrypt assertions with the public key.
        case encryption
    }

    /// The key's id.
    package let id: String
    /// The id of the user pool that the key belongs to.
    package let poolID: String
    package let use: Use
    /// The encrypted private key.
    package let sealedPrivateKey: [UInt8]
    /// The certificate: Base64 of its DER, without line breaks.
    package let certificate: String
    /// The time at which the key was generated.
    package let createdAt: Date

    /// Creates the record of a key.
    package init(
        id: String, poolID: String, use: Use, sealedPrivateKey: [UInt8], certificate: String, createdAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.use = use
        self.sealedPrivateKey = sealedPrivateKey
        self.certificate = certificate
        self.createdAt = createdAt
    }
}
