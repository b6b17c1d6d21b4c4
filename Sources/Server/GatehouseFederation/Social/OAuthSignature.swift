// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto

/// A key or token and its secret, written as `<key>;<secret>`.
struct TokenPair: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let key: String
    let secret: String

    /// Reads a pair; `nil` for a text without exactly two parts.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 2, let key = parts[0], let secret = parts[1], !key.isEmpty, !secret.isEmpty else {
            return nil
        }
        self.key = key
        self.secret = secret
    }

    var description: String { "TokenPair(\(key))" }
    var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}

/// The signature of a request without parameters by OAuth 1.0 with HMAC-SHA1 (RFC 5849, section 3.4).
struct OAuthSignature: Sendable {
    let consumer: TokenPair
    let token: TokenPair
    /// Seconds since 1970.
    let timestamp: Int64
    let nonce: String

    /// The value of the header field `Authorization` (section 3.5.1).
    func header(method: String, url: String) -> String {
        let signed = parameters + [("oauth_signature", signature(method: method, url: url))]
        return "OAuth " + signed.map { "\($0)=\"\(PercentEncoding.encode($1))\"" }.joined(separator: ", ")
    }

    /// The parameters in the order of their names, which the signature needs (section 3.4.1.3.2).
    private var parameters: [(String, String)] {
        [
            ("oauth_consumer_key", consumer.key), ("oauth_nonce", nonce), ("oauth_signature_method", "HMAC-SHA1"),
            ("oauth_timestamp", String(timestamp)), ("oauth_token", token.key), ("oauth_version", "1.0"),
        ]
    }

    private func signature(method: String, url: String) -> String {
        let list = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        let text = [method, url, list].map { PercentEncoding.encode($0) }.joined(separator: "&")
        let key = [consumer.secret, token.secret].map { PercentEncoding.encode($0) }.joined(separator: "&")
        return Base64.encode(hmacSHA1(key: Array(key.utf8), Array(text.utf8)))
    }
}
