// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The session that a sign-in on pages begins.
package enum WebSession: Sendable, Equatable {
    /// A user who signed in on pages; a sign-out shows the logout page.
    case pages
    /// A user of the user pool, as after a sign-in through the API; a sign-out opens no browser.
    case userPool
}

/// The client for whose apps an authorization request is made.
package enum AuthorizationForm: Sendable, Equatable {
    /// Amplify: its parameters in its order; the session has all three tokens of a user pool.
    case amplify
    /// AWSMobileClient: its parameters in its order, then the further ones; a session can do without an ID token, a
    /// refresh token and a user pool.
    case mobileClient
}

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
    /// The questions of the pages even where they could skip them.
    package var prompts: [String]
    /// The resource server that the access token is for.
    package var resource: String?
    /// The client whose apps sign in.
    package var form: AuthorizationForm
    /// The session that begins.
    package var session: WebSession
    /// The identity pool's use of the session's tokens; nil for the user pool's own key.
    package var federation: UserFederation?
    /// Further parameters of the authorization request; nil for the pages' own.
    package var parameters: [String: String]?
    /// Further parameters in the body of the token request; nil for the pages' own.
    package var tokenParameters: [String: String]?

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
        resource: String? = nil,
        form: AuthorizationForm = .amplify,
        session: WebSession = .pages,
        federation: UserFederation? = nil,
        parameters: [String: String]? = nil,
        tokenParameters: [String: String]? = nil
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
        self.form = form
        self.session = session
        self.federation = federation
        self.parameters = parameters
        self.tokenParameters = tokenParameters
    }
}

extension WebSignInOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // The values of further parameters can be secrets.
    package var description: String { "(options of a sign-in on pages)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
