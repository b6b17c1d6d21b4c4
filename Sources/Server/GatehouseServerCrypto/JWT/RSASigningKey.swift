// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation
import GatehouseCrypto

/// A pool's private RSA key for signing tokens.
///
/// Its description shows the key id alone.
package struct RSASigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key's name in tokens and key sets; by default, Base64 of the SHA-256 digest of the public key.
    package let keyID: String
    /// The half of the key that verifies.
    package let publicKey: RSAVerificationKey

    let privateKey: _RSA.Signing.PrivateKey
    /// The header of the tokens that the key signs, encoded: exactly `{"kid":"…","alg":"RS256"}`.
    let tokenHeader: [UInt8]

    /// Draws a key of 2048 bits, which takes some tens of milliseconds.
    package static func generate() throws -> RSASigningKey {
        try RSASigningKey(_RSA.Signing.PrivateKey(keySize: .bits2048), keyID: nil)
    }

    /// Reads a private key of at least 2048 bits in DER, PKCS#8 or PKCS#1; `keyID` replaces its usual name.
    ///
    /// Throws `malformedKey`.
    package init(derRepresentation: [UInt8], keyID: String? = nil) throws(JWSError) {
        do {
            try self.init(_RSA.Signing.PrivateKey(derRepresentation: derRepresentation), keyID: keyID)
        } catch {
            throw .malformedKey
        }
    }

    private init(_ privateKey: _RSA.Signing.PrivateKey, keyID: String?) throws {
        self.privateKey = privateKey
        publicKey = try RSAVerificationKey(privateKey.publicKey, keyID: keyID)
        self.keyID = publicKey.keyID
        let header = #"{"kid":"\#(publicKey.keyID)","alg":"RS256"}"#
        tokenHeader = Base64Alphabet.urlSafe.encode(Array(header.utf8))
    }

    /// The private key in DER (PKCS#1), to be sealed and stored.
    package var derRepresentation: [UInt8] { Array(privateKey.derRepresentation) }

    package var description: String { "RSASigningKey(\(keyID))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID]) }
}

/// Supplies the RSA keys that pools sign their tokens with.
package protocol SigningKeySource: Sendable {
    /// Returns a key that no other call has returned; may take some hundred milliseconds.
    /// - Throws: the error that prevents the generation.
    func next() throws -> RSASigningKey
}

/// Generates each key when it is needed.
package struct NewSigningKeys: SigningKeySource {
    /// Creates the source, which holds nothing.
    package init() {}

    package func next() throws -> RSASigningKey { try RSASigningKey.generate() }
}

/// Makes RS256 signatures.
///
/// A port, because a system library may be faster than the portable code.
package protocol RSASigner: Sendable {
    /// The RSASSA-PKCS1-v1_5 signature with SHA-256 (RFC 8017, section 8.2) of the message.
    func sign(_ message: [UInt8], with key: RSASigningKey) throws -> [UInt8]
}

/// Signs with swift-crypto.
package struct SwiftCryptoRSASigner: RSASigner {
    package init() {}

    package func sign(_ message: [UInt8], with key: RSASigningKey) throws -> [UInt8] {
        let signature = try key.privateKey.signature(
            for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5
        )
        return Array(signature.rawRepresentation)
    }
}
