// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseSites
import GatehouseWire

/// The credentials with which a client authenticates itself (RFC 6749, section 2.3.1).
package struct ClientCredentials: Sendable {
    /// The client's id.
    package let id: String
    /// The possible secrets; empty for a client that names its id only.
    ///
    /// The standard encodes the secret in the header once more, which many clients omit. A secret with a plus sign or a
    /// percent sign has two readings then.
    package let secrets: [String]

    /// Reads the credentials of a request with a form; `headers` are the values of its headers `Authorization`.
    ///
    /// - Throws: `invalid_request` if they are missing, are in the header and in the body, or have another form.
    package init(headers: [String], form: FormParameters) throws(OAuthRefusal) {
        let (id, secret) = (form.value("client_id"), form.value("client_secret"))
        guard let header = headers.first else {
            guard let id else { throw OAuthRefusal(.invalidRequest, "client_id is missing") }
            (self.id, secrets) = (id, secret.map { [$0] } ?? [])
            return
        }
        guard headers.count == 1, let pair = Self.pair(header) else {
            throw OAuthRefusal(.invalidRequest, "the header Authorization must have Basic credentials")
        }
        guard secret == nil, id == nil || id == Self.decoded(pair.id) else {
            throw OAuthRefusal(.invalidRequest, "the client is named in the header and in the body")
        }
        self.id = Self.decoded(pair.id) ?? pair.id
        let readings = [pair.secret, Self.decoded(pair.secret)].compactMap(\.self).filter { !$0.isEmpty }
        secrets = Array(Set(readings))
    }

    private static func pair(_ header: String) -> (id: String, secret: String)? {
        let scheme = "Basic "
        guard header.utf8.count <= 4_096, HeaderName.begins(header, with: scheme),
            let bytes = Base64.decode(String(header.dropFirst(scheme.count))),
            let text = String(validating: bytes, as: UTF8.self),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    }

    /// The text that a value of a form means; `nil` for a broken escape.
    private static func decoded(_ text: String) -> String? {
        try? FormFields.decoded(Array(text.utf8)[...])
    }
}
