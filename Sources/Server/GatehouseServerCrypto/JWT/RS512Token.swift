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

    /// The payload of a token, if the key has signed it.
    ///
    /// The caller has chosen the key by the token's key id. Throws `unsupportedAlgorithm` for another algorithm than
    /// RS512, or `wrongSignature`.
    package static func payload(of token: UnverifiedJWS, key: JWSVerificationKey) throws(JWSError) -> [UInt8] {
        guard token.algorithm == JWSAlgorithm.rs512.rawValue else { throw .unsupportedAlgorithm }
        return try token.verified(by: key).payload
    }
}
