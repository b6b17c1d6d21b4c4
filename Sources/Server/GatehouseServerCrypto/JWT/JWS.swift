// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// Makes JSON Web Signatures in compact form (RFC 7515), RS256 only.
package struct JWS: Sendable {
    /// The token of a payload, its header exactly `{"kid":"…","alg":"RS256"}`.
    ///
    /// Throws the signer's error.
    package static func sign(
        payload: [UInt8], key: RSASigningKey, signer: some RSASigner
    ) throws -> String {
        let header = #"{"kid":"\#(key.keyID)","alg":"RS256"}"#
        var token = Base64Alphabet.urlSafe.encode(Array(header.utf8))
        token.append(UInt8(ascii: "."))
        token += Base64Alphabet.urlSafe.encode(payload)
        let signature = try signer.sign(token, with: key)
        token.append(UInt8(ascii: "."))
        token += Base64Alphabet.urlSafe.encode(signature)
        return String(decoding: token, as: UTF8.self)
    }
}
