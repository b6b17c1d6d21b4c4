// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
import GatehouseCrypto

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
