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

    /// The names of claims by the keys of tags; the default map has `sub` and `aud`.
    package var claims: [String: String] { usesDefaults ? ["username": "sub", "client": "aud"] : tags }
}
