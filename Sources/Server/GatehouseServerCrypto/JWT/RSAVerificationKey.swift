// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation
import GatehouseCrypto

/// A public RSA key that verifies RS256 signatures.
package struct RSAVerificationKey: Sendable, Equatable {
    /// The shortest modulus, in bits.
    ///
    /// The library counts whole bytes, so that it takes one of 2041 bits.
    private static let minimumBits = 2_048

    /// The key's name in tokens and key sets.
    package let keyID: String

    private let publicKey: _RSA.Signing.PublicKey
    private let der: Data
    private let modulus: String
    private let exponent: String

    /// Takes the members `n` and `e` of a JSON Web Key (RFC 7518, section 6.3.1), at least 2048 bits.
    ///
    /// Without a key id the key is named by the SHA-256 digest of itself. Throws `malformedKey`.
    package init(jwk: (n: String, e: String), keyID: String? = nil) throws(JWSError) {
        guard jwk.n.utf8.count <= 2_048, jwk.e.utf8.count <= 16,
            let modulus = Base64URL.decode(jwk.n), let exponent = Base64URL.decode(jwk.e)
        else { throw .malformedKey }
        do {
            try self.init(_RSA.Signing.PublicKey(n: modulus, e: exponent), keyID: keyID)
        } catch {
            throw .malformedKey
        }
    }

    /// Reads a public key in PEM, of at least 2048 bits.
    ///
    /// Throws `malformedKey`.
    package init(pem: String, keyID: String? = nil) throws(JWSError) {
        do {
            try self.init(_RSA.Signing.PublicKey(pemRepresentation: pem), keyID: keyID)
        } catch {
            throw .malformedKey
        }
    }

    /// Reads a SubjectPublicKeyInfo in DER, with a key of at least 2048 bits.
    ///
    /// Throws `malformedKey`.
    package init(subjectPublicKeyInfo der: [UInt8]) throws(JWSError) {
        do {
            try self.init(_RSA.Signing.PublicKey(derRepresentation: der), keyID: nil)
        } catch {
            throw .malformedKey
        }
    }

    init(_ publicKey: _RSA.Signing.PublicKey, keyID: String?) throws {
        let primitives = try publicKey.getKeyPrimitives()
        let modulus = SRPInteger.minimal(Array(primitives.modulus))
        guard 8 * modulus.count - (modulus.first?.leadingZeroBitCount ?? 0) >= Self.minimumBits else {
            throw JWSError.malformedKey
        }
        self.publicKey = publicKey
        der = publicKey.derRepresentation
        self.modulus = Base64URL.encode(modulus)
        exponent = Base64URL.encode(SRPInteger.minimal(Array(primitives.publicExponent)))
        self.keyID = keyID ?? Base64.encode(sha256(Array(der)))
    }

    /// The members `n` and `e` of a JSON Web Key.
    package var jwk: (n: String, e: String) { (modulus, exponent) }

    /// The key in PEM (SubjectPublicKeyInfo).
    package var pem: String { publicKey.pemRepresentation }

    /// Whether the signature of the message is this key's, by RS256.
    package func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
        accepts(signature: signature, of: SHA256.hash(data: message))
    }

    /// Whether the signature of the message with this digest is this key's, by RSASSA-PKCS1-v1_5.
    func accepts(signature: [UInt8], of digest: some Digest) -> Bool {
        publicKey.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5
        )
    }

    package static func == (a: RSAVerificationKey, b: RSAVerificationKey) -> Bool {
        a.keyID == b.keyID && a.der == b.der
    }
}
