// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
package import GatehouseServerCrypto
package import GatehouseWire

/// A provider of OpenID Connect: the documents that servers fetch from it, and the ID tokens that it signs.
package struct TestOpenIDProvider: OutboundFetch {
    /// One key for all providers of a process, since it takes long to draw one.
    private static let key = Result { try RSASigningKey.generate() }

    /// The address of the issuer, without a trailing slash.
    package let url: String
    /// The key that signs the tokens, and that the provider publishes.
    package let key: RSASigningKey
    private let answers: [String: String]

    /// Creates a provider.
    /// - Parameters:
    ///   - url: the address of the issuer, without a trailing slash.
    ///   - answers: documents of other servers, by their address without the query.
    /// - Throws: if no key can be drawn.
    package init(_ url: String, answers: [String: String] = [:]) throws {
        self.url = url
        self.answers = answers
        key = try Self.key.get()
    }

    /// An ID token, valid for an hour.
    /// - Parameters:
    ///   - client: the audience.
    ///   - subject: the person.
    ///   - time: when it is issued.
    ///   - changes: claims to add or to replace; a change to `nil` removes a claim.
    ///   - forger: the key that signs in place of the provider's.
    /// - Returns: the token.
    /// - Throws: if the key cannot sign.
    package func token(
        for client: String, as subject: String, at time: Date, claims changes: [String: WireValue?] = [:],
        signedBy forger: RSASigningKey? = nil
    ) throws -> String {
        let now = Int64(time.timeIntervalSince1970)
        var claims: [WireName: WireValue] = [
            "iss": .string(url), "sub": .string(subject), "aud": .string(client), "iat": .integer(now),
            "exp": .integer(now + 3_600),
        ]
        for (name, value) in changes { claims[WireName(name)] = value }
        return try JWS.sign(
            payload: WireValue.object(claims).jsonBytes(), key: forger ?? key, signer: SwiftCryptoRSASigner())
    }

    /// The provider's document at an address; `nil` if it has none there.
    package func document(at address: String) -> String? {
        switch address {
        case "\(url)/.well-known/openid-configuration": #"{"issuer": "\#(url)", "jwks_uri": "\#(url)/keys"}"#
        case "\(url)/keys": #"{"keys": [\#(Self.member(key.publicKey, id: key.keyID))]}"#
        default: nil
        }
    }

    /// A key as a member of a key set (RFC 7517, section 5).
    /// - Parameters:
    ///   - key: the key.
    ///   - id: its name in the set.
    ///   - more: further members, as they are written after a comma.
    /// - Returns: the member in JSON.
    package static func member(_ key: RSAVerificationKey, id: String, more: String = "") -> String {
        let (n, e) = key.jwk
        return #"{"kty": "RSA", "kid": "\#(id)", "n": "\#(n)", "e": "\#(e)"\#(more)}"#
    }

    /// Answers with the provider's documents and with those of other servers; no other address has a host.
    package func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let address = String(request.url.prefix { $0 != "?" })
        guard let body = document(at: address) ?? answers[address] else { throw .unresolved }
        return OutboundResponse(status: 200, body: Array(body.utf8))
    }
}
