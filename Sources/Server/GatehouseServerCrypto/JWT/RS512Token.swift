// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import CryptoExtras
import Foundation
import GatehouseCrypto

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

    /// The payload of a token, if the key with these members of a JSON Web Key has signed it.
    ///
    /// The caller has chosen the key by the token's key id. Throws `unsupportedAlgorithm` for another algorithm than
    /// RS512, `malformedKey`, or `wrongSignature`.
    package static func payload(
        of token: String, parsed: UnverifiedJWS, jwk: (n: String, e: String)
    ) throws(JWSError) -> [UInt8] {
        guard parsed.algorithm == "RS512" else { throw .unsupportedAlgorithm }
        let bytes = token.utf8
        guard let end = bytes.lastIndex(of: UInt8(ascii: ".")),
            let signature = Base64URL.decode(String(decoding: bytes[bytes.index(after: end)...], as: UTF8.self))
        else { throw .malformed }
        guard let modulus = Base64URL.decode(jwk.n), let exponent = Base64URL.decode(jwk.e),
            let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
        else { throw .malformedKey }
        let isSigned = key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: SHA512.hash(data: Data(bytes[..<end])), padding: .insecurePKCS1v1_5)
        guard isSigned else { throw .wrongSignature }
        return parsed.payload
    }
}
