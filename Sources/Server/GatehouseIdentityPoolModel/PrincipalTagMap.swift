// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The map of a provider's claims to session tags.
///
/// User pools are found by their login key in its canonical form, OpenID Connect and SAML providers by their ARN, and
/// social providers by their login key.
package struct PrincipalTagMap: Sendable, Equatable {
    /// Whether the map is the default one: the tag `username` from the subject, the tag `client` from the audience.
    package let usesDefaults: Bool
    /// The names of claims by the keys of tags; unused with the default map.
    package let tags: [String: String]

    /// Creates a map.
    package init(usesDefaults: Bool, tags: [String: String]) {
        self.usesDefaults = usesDefaults
        self.tags = tags
    }

    /// The names of claims by the keys of tags; the default map has `sub` and `aud`, and for a SAML provider the
    /// attributes for the identifier and the name of a person.
    package func claims(ofProvider key: String) -> [String: String] {
        guard usesDefaults else { return tags }
        guard key.contains(":saml-provider/") else { return ["username": "sub", "client": "aud"] }
        let prefix = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
        return ["username": prefix + "nameidentifier", "client": prefix + "name"]
    }
}
