// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation
package import GatehouseCrypto

/// A public key of another issuer: RSA of at least 2048 bits, or a point on a curve.
///
/// The kind of the key decides which algorithms it can verify, whatever the token's header says.
package struct JWSVerificationKey: Sendable {
    /// The curves of the algorithms ES256, ES384 and ES512; the raw value is the member `crv` of a JSON Web Key.
    package enum Curve: String, Sendable {
        case p256 = "P-256"
        case p384 = "P-384"
        case p521 = "P-521"
    }

    private enum Material {
        case rsa(RSAVerificationKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
    }

    private let material: Material

    /// Takes the members `n` and `e` of a JSON Web Key (RFC 7518, section 6.3.1).
    /// - Throws: `malformedKey`, also for a key of less than 2048 bits.
    package init(n: String, e: String) throws(JWSError) {
        material = .rsa(try RSAVerificationKey(jwk: (n, e)))
    }

    /// Takes the members `x` and `y` of a JSON Web Key (RFC 7518, section 6.2.1), each of the curve's full length.
    /// - Throws: `malformedKey`, also for a point that is not on the curve.
    package init(curve: Curve, x: String, y: String) throws(JWSError) {
        guard let x = Base64URL.decode(x), let y = Base64URL.decode(y), x.count == y.count else {
            throw .malformedKey
        }
        do {
            switch curve {
            case .p256: material = .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
            case .p384: material = .p384(try P384.Signing.PublicKey(rawRepresentation: x + y))
            case .p521: material = .p521(try P521.Signing.PublicKey(rawRepresentation: x + y))
            }
        } catch {
            throw .malformedKey
        }
    }

    /// Whether the key can verify signatures of an algorithm.
    package func fits(_ algorithm: JWSAlgorithm) -> Bool {
        switch (material, algorithm) {
        case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.p256, .es256), (.p384, .es384), (.p521, .es512): true
        case (.rsa, _), (.p256, _), (.p384, _), (.p521, _): false
        }
    }

    /// Whether the signature of the message is this key's, by an algorithm that fits the key.
    func accepts(signature: [UInt8], of message: [UInt8], by algorithm: JWSAlgorithm) -> Bool {
        switch (material, algorithm) {
        case (.rsa(let key), .rs256): key.accepts(signature: signature, of: SHA256.hash(data: message))
        case (.rsa(let key), .rs384): key.accepts(signature: signature, of: SHA384.hash(data: message))
        case (.rsa(let key), .rs512): key.accepts(signature: signature, of: SHA512.hash(data: message))
        case (.p256(let key), .es256):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA256.hash(data: message))
            } ?? false
        case (.p384(let key), .es384):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA384.hash(data: message))
            } ?? false
        case (.p521(let key), .es512):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA512.hash(data: message))
            } ?? false
        case (.rsa, _), (.p256, _), (.p384, _), (.p521, _): false
        }
    }
}

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

extension P256VerificationKey {
    /// Takes a SubjectPublicKeyInfo in DER; `nil` for anything but a point on this curve.
    package init?(subjectPublicKeyInfo der: [UInt8]) {
        guard let key = try? P256.Signing.PublicKey(derRepresentation: der) else { return nil }
        let coordinates = Array(key.rawRepresentation)
        self.init(x: Array(coordinates.prefix(32)), y: Array(coordinates.dropFirst(32)))
    }
}
