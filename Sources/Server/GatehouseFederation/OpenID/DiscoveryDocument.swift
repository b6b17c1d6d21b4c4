// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseWire

/// The part of a discovery document that the server needs (OpenID Connect Discovery 1.0, section 3).
package struct DiscoveryDocument: Sendable, Equatable {
    /// The reason why a document is refused.
    package enum Flaw: String, Error, Sendable {
        case notAnObject = "the discovery document is not a JSON object"
        case otherIssuer = "the discovery document is another issuer's"
        case noKeySet = "the discovery document has no acceptable address of a key set"
    }

    /// The most bytes of a document that are read.
    package static let maximumBytes = 65_536
    /// The longest address of a key set, in bytes.
    private static let maximumAddress = ProviderAddress.maximumBytes

    /// The member `jwks_uri`.
    package let keySetURL: String
    /// The member `authorization_endpoint`; `nil` if it is missing or cannot be used, as with the two that follow.
    package let authorizationURL: String?
    /// The member `token_endpoint`.
    package let tokenURL: String?
    /// The member `userinfo_endpoint`.
    package let userInfoURL: String?

    /// Reads the document of an issuer.
    ///
    /// The issuer in it must be the expected one, but for one trailing slash. The key set of an issuer with `https` has
    /// `https`, too; which hosts and addresses are acceptable is for the fetch to decide.
    /// - Throws: `Flaw`.
    package init(json: [UInt8], of issuer: TrustedIssuer) throws(Flaw) {
        guard json.count <= Self.maximumBytes, let members = (try? WireValue(unambiguousJSON: json))?.objectValue else {
            throw .notAnObject
        }
        guard let name = members["issuer"]?.stringValue, issuer.hasName(name) else { throw .otherIssuer }
        let scheme = issuer.url.utf8.starts(with: "http://".utf8) ? "http" : "https://"
        guard let url = members["jwks_uri"]?.stringValue, url.utf8.count <= Self.maximumAddress,
            url.utf8.starts(with: scheme.utf8)
        else { throw .noKeySet }
        keySetURL = url
        func address(_ member: String) -> String? {
            members[member]?.stringValue.flatMap { address in
                address.utf8.starts(with: scheme.utf8) && ProviderAddress.isAbsolute(address) ? address : nil
            }
        }
        authorizationURL = address("authorization_endpoint")
        tokenURL = address("token_endpoint")
        userInfoURL = address("userinfo_endpoint")
    }

    /// The address of an issuer's document (section 4).
    package static func url(of issuer: TrustedIssuer) -> String {
        issuer.url + "/.well-known/openid-configuration"
    }
}
