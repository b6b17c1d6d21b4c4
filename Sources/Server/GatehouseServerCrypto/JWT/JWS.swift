// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation
import GatehouseCrypto

/// Makes JSON Web Signatures in compact form (RFC 7515), RS256 only.
package struct JWS: Sendable {
    /// The token of a payload, its header exactly `{"kid":"…","alg":"RS256"}`.
    ///
    /// Throws the signer's error.
    package static func sign(
        payload: [UInt8], key: RSASigningKey, signer: some RSASigner
    ) throws -> String {
        var token = key.tokenHeader
        // Room for the payload, and for a signature of 2,048 bits with the dots.
        token.reserveCapacity(token.count + payload.count * 4 / 3 + 350)
        token.append(UInt8(ascii: "."))
        token += Base64Alphabet.urlSafe.encode(payload)
        let signature = try signer.sign(token, with: key)
        token.append(UInt8(ascii: "."))
        token += Base64Alphabet.urlSafe.encode(signature)
        return String(decoding: token, as: UTF8.self)
    }
}

/// A private key on the curve P-256 that signs tokens with ES256 (RFC 7518, section 3.4).
///
/// Its description shows no part of the key.
package struct ES256SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey

    /// Reads a key in PKCS #8: a PEM document, or the Base64 in it; `nil` for a text that is none.
    package init?(pkcs8 text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        let base64 = lines.joined().filter { !$0.isWhitespace }
        guard text.utf8.count <= 4_096, let der = Base64.decode(base64),
            let key = try? P256.Signing.PrivateKey(derRepresentation: der)
        else { return nil }
        self.key = key
    }

    /// Returns a token in compact form with the header `{"alg":"ES256","kid":"…"}`.
    /// - Throws: if the key cannot sign.
    package func token(keyID: String, payload: [UInt8]) throws -> String {
        let header = try JSONEncoder().encode(["alg": "ES256", "kid": keyID])
        let signed = Base64URL.encode(Array(header)) + "." + Base64URL.encode(payload)
        let signature = try key.signature(for: SHA256.hash(data: Array(signed.utf8)))
        return signed + "." + Base64URL.encode(Array(signature.rawRepresentation))
    }

    package var description: String { "ES256SigningKey" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Tokens that are signed by RS512 (RFC 7518, section 3.3), in the form of identity pools.
package enum RS512Token {
    /// The token of a payload, its header exactly `{"kid":"…","typ":"JWS","alg":"RS512"}`.
    ///
    /// `keyID` must have no character that JSON escapes. Throws the library's error if it cannot sign.
    package static func sign(payload: [UInt8], keyID: String, key: RSASigningKey) throws -> String {
        let header = #"{"kid":"\#(keyID)","typ":"JWS","alg":"RS512"}"#
        let signed = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(payload)
        let signature = try key.privateKey.signature(
            for: SHA512.hash(data: Data(signed.utf8)), padding: .insecurePKCS1v1_5)
        return signed + "." + Base64URL.encode(Array(signature.rawRepresentation))
    }

    /// The payload of a token, if the key has signed it.
    ///
    /// The caller has chosen the key by the token's key id. Throws `unsupportedAlgorithm` for another algorithm than
    /// RS512, or `wrongSignature`.
    package static func payload(of token: UnverifiedJWS, key: JWSVerificationKey) throws(JWSError) -> [UInt8] {
        guard token.algorithm == JWSAlgorithm.rs512.rawValue else { throw .unsupportedAlgorithm }
        return try token.verified(by: key).payload
    }
}

/// The algorithms of signatures that are accepted from other issuers (RFC 7518, section 3.1).
///
/// `none` and the algorithms with a shared secret are missing, so that a public key can never serve as a secret.
package enum JWSAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
}

/// The algorithms with a shared secret (RFC 7518, section 3.2).
///
/// They are a type of their own, so that a public key of an issuer can never serve as a secret.
package enum JWSSecretAlgorithm: String, Sendable, CaseIterable {
    case hs256 = "HS256"
    case hs384 = "HS384"
    case hs512 = "HS512"

    /// The least length of a secret, in bytes: the length of the digest.
    package var minimumSecret: Int {
        switch self {
        case .hs256: 32
        case .hs384: 48
        case .hs512: 64
        }
    }

    /// Returns whether a code authenticates a message, in a time that does not depend on the code's bytes.
    func accepts(_ code: [UInt8], of message: [UInt8], secret: [UInt8]) -> Bool {
        let key = SymmetricKey(data: secret)
        return switch self {
        case .hs256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
        case .hs384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: message, using: key)
        case .hs512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: message, using: key)
        }
    }
}

/// The reason for the refusal of a token or a key.
package enum JWSError: Error, Equatable, Sendable {
    /// Longer than any token that is read.
    case tooLong
    /// Not three parts of Base64URL with a header in JSON.
    case malformed
    /// The header names no key.
    case missingKeyID
    /// The header asks for an extension (`crit`), and none is understood.
    case unsupportedExtension
    /// Signed in any other way than RS256, or not at all.
    case unsupportedAlgorithm
    /// Signed with a key that is not among those given.
    case unknownKey
    /// The signature is not the named key's over this header and payload.
    case wrongSignature
    /// A key cannot be read or is too small.
    case malformedKey
}
