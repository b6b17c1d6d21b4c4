// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to sign in on the hosted pages.
public struct AuthWebUISignInRequest: AmplifyOperationRequest, Sendable {
    /// The external provider; without one the pages let the user choose.
    public let authProvider: AuthProvider?

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// The window that the pages belong to.
    public let presentationAnchor: AuthUIPresentationAnchor?

    /// Makes a request.
    public init(
        presentationAnchor: AuthUIPresentationAnchor?,
        authProvider: AuthProvider? = nil,
        options: Options
    ) {
        self.presentationAnchor = presentationAnchor
        self.authProvider = authProvider
        self.options = options
    }

    /// The options of a request to sign in on the hosted pages.
    public struct Options: Sendable {
        /// The scopes to ask for, instead of the configured ones.
        public let scopes: [String]?

        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(scopes: [String]? = nil, pluginOptions: Any? = nil) {
            self.scopes = scopes
            extra = PluginOptions(value: pluginOptions)
        }
    }
}

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
