// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// An issuer of ID tokens, and the clients whose tokens are accepted.
package struct TrustedIssuer: Sendable, Equatable {
    /// The kinds of issuers, which differ in the form of an ID token.
    package enum Kind: Sendable, Equatable {
        /// A provider of OpenID Connect.
        case provider
        /// A user pool of another server, whose ID tokens have `token_use`.
        case userPool
    }

    /// The issuer's URL, without the trailing slash that it may have.
    package let url: String
    /// The clients of which a token needs one.
    package let clients: Clients
    package let kind: Kind
    /// The address of the key set that an administrator has set; `nil` for the one in the discovery document.
    package let keySetURL: String?

    /// The clients whose tokens are accepted.
    package enum Clients: Sendable, Equatable {
        case listed(Set<String>)
        /// Every client of the issuer: the caller compares the audience of the verified token itself.
        case any

        func contain(_ client: String) -> Bool {
            switch self {
            case .listed(let ids): ids.contains(client)
            case .any: true
            }
        }
    }

    /// The `iss` that Google's documentation allows beside its URL.
    private static let googleNames = (url: "https://accounts.google.com", name: "accounts.google.com")

    /// Creates an issuer from its URL.
    package init(url: String, clientIDs: Set<String>, kind: Kind = .provider) {
        self.init(url: url, clients: .listed(clientIDs), kind: kind)
    }

    /// Creates an issuer from its URL, and from its clients or the rule for all of them.
    package init(url: String, clients: Clients, kind: Kind = .provider, keySetURL: String? = nil) {
        self.url = Self.withoutSlash(url)
        self.clients = clients
        self.kind = kind
        self.keySetURL = keySetURL
    }

    /// Google, whose users web identity federation knows without a registration.
    package static func google(clients: Clients) -> TrustedIssuer {
        TrustedIssuer(url: googleNames.url, clients: clients)
    }

    /// Whether a name of an issuer, in a token or a discovery document, is this one's but for one trailing slash.
    package func hasName(_ name: String) -> Bool {
        let name = Self.withoutSlash(name)
        return name.hasBytes(of: url)
            || (url.hasBytes(of: Self.googleNames.url) && name.hasBytes(of: Self.googleNames.name))
    }

    /// Auth0's `iss` ends in a slash, and login keys do not; a second slash belongs to the name.
    private static func withoutSlash(_ name: String) -> String {
        name.utf8.last == UInt8(ascii: "/") ? String(decoding: name.utf8.dropLast(), as: UTF8.self) : name
    }
}
