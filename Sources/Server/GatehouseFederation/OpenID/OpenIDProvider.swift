// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A provider of OpenID Connect, and the clients whose tokens are accepted.
package struct OpenIDProvider: Sendable, Equatable {
    /// The issuer's URL, without the trailing slash that it may have.
    package let issuer: String
    /// The client ids of which a token needs one.
    package let clientIDs: Set<String>
    /// The members that a token of this provider needs beside the usual ones.
    package let kind: Kind

    /// The kinds of providers, which differ in what an ID token is.
    package enum Kind: Sendable, Equatable {
        /// A provider of any make.
        case any
        /// A user pool of another server, whose ID tokens have `token_use`.
        case userPool
    }

    /// Creates a provider.
    package init(issuer: String, clientIDs: Set<String>, kind: Kind = .any) {
        self.issuer = Self.withoutSlash(issuer)
        self.clientIDs = clientIDs
        self.kind = kind
    }

    /// The issuer without exactly one trailing slash, if it ends in one.
    ///
    /// Auth0's `iss` ends in one; login keys do not. A second slash belongs to the name.
    package static func withoutSlash(_ issuer: String) -> String {
        issuer.utf8.last == UInt8(ascii: "/") ? String(decoding: issuer.utf8.dropLast(), as: UTF8.self) : issuer
    }

    /// The `iss` that Google's documentation allows beside its URL.
    private static let google = (url: "https://accounts.google.com", name: "accounts.google.com")

    /// Whether a name of an issuer, in a token or a discovery document, is this provider's.
    package func hasName(_ name: String) -> Bool {
        let name = Self.withoutSlash(name)
        return name.hasBytes(of: issuer)
            || (issuer.hasBytes(of: Self.google.url) && name.hasBytes(of: Self.google.name))
    }
}
