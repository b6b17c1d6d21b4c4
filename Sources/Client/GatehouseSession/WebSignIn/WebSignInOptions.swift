// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of a sign-in on the hosted pages.
package struct WebSignInOptions: Sendable, Equatable {
    /// The name of the identity provider that the pages lead to; nil if the user chooses.
    package var provider: String?
    /// The identifier that chooses an identity provider; it counts more than the name.
    package var providerIdentifier: String?
    /// The scopes; nil for the configured ones.
    package var scopes: [String]?
    /// Whether the browser should forget the sign-in.
    package var prefersPrivateSession: Bool
    /// A value that the ID token repeats.
    package var nonce: String?
    /// The language of the pages.
    package var language: String?
    /// The user name that the pages begin with.
    package var loginHint: String?
    /// What the pages ask for even if they need not.
    package var prompts: [String]
    /// The resource server that the access token is for.
    package var resource: String?

    /// Creates options.
    package init(
        provider: String? = nil,
        providerIdentifier: String? = nil,
        scopes: [String]? = nil,
        prefersPrivateSession: Bool = false,
        nonce: String? = nil,
        language: String? = nil,
        loginHint: String? = nil,
        prompts: [String] = [],
        resource: String? = nil
    ) {
        self.provider = provider
        self.providerIdentifier = providerIdentifier
        self.scopes = scopes
        self.prefersPrivateSession = prefersPrivateSession
        self.nonce = nonce
        self.language = language
        self.loginHint = loginHint
        self.prompts = prompts
        self.resource = resource
    }
}
