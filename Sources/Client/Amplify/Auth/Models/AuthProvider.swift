// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An external identity provider.
public enum AuthProvider: Codable, Equatable, Sendable {
    /// The name under which a provider is set up.
    public typealias ProviderName = String

    case amazon, apple, facebook, google, twitter

    /// An OpenID Connect provider.
    case oidc(ProviderName)

    /// A SAML provider.
    case saml(ProviderName)

    /// Another provider.
    case custom(ProviderName)
}
