// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Options of a sign-in on hosted pages.
public struct HostedUIOptions: Sendable {
    /// Whether credentials are fetched without the user's token.
    public let disableFederation: Bool
    /// The scopes; nil for the configured ones.
    public let scopes: [String]?
    /// The provider whose sign-in page opens at once.
    public let identityProvider: String?
    /// The identifier of the provider in the user pool; its sign-in page opens at once.
    public let idpIdentifier: String?
    /// The name of the provider in the identity pool; nil for the user pool's.
    public let federationProviderName: String?
    /// Parameters that the sign-in page's address gets.
    public let signInURIQueryParameters: [String: String]?
    /// Parameters that requests for tokens get.
    public let tokenURIQueryParameters: [String: String]?
    /// Parameters that the sign-out page's address gets.
    public let signOutURIQueryParameters: [String: String]?
    /// Whether the browser should use no cookies of other visits, and forget its own.
    public let signInPrivateSession: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - disableFederation: whether credentials are fetched without the user's token.
    ///   - scopes: the scopes; nil for the configured ones.
    ///   - identityProvider: the provider whose sign-in page opens at once: a raw value of `IdentityProvider`, or the name
    ///     that the user pool has for it.
    ///   - idpIdentifier: the identifier by which the user pool finds the provider; it has precedence over
    ///     `identityProvider`.
    ///   - federationProviderName: the name of the provider in the identity pool; nil for the user pool's.
    ///   - signInURIQueryParameters: parameters that the sign-in page's address gets; they are stored.
    ///   - tokenURIQueryParameters: parameters that requests for tokens get; they are stored.
    ///   - signOutURIQueryParameters: parameters that the sign-out page's address gets; they are stored.
    ///   - signInPrivateSession: whether the browser should use no cookies of other visits, and forget its own.
    public init(
        disableFederation: Bool = false,
        scopes: [String]? = nil,
        identityProvider: String? = nil,
        idpIdentifier: String? = nil,
        federationProviderName: String? = nil,
        signInURIQueryParameters: [String: String]? = nil,
        tokenURIQueryParameters: [String: String]? = nil,
        signOutURIQueryParameters: [String: String]? = nil,
        signInPrivateSession: Bool = false
    ) {
        self.disableFederation = disableFederation
        self.scopes = scopes
        self.identityProvider = identityProvider
        self.idpIdentifier = idpIdentifier
        self.federationProviderName = federationProviderName
        self.signInURIQueryParameters = signInURIQueryParameters
        self.tokenURIQueryParameters = tokenURIQueryParameters
        self.signOutURIQueryParameters = signOutURIQueryParameters
        self.signInPrivateSession = signInPrivateSession
    }

    /// The user pool's name of the provider whose page opens at once.
    var providerInUserPool: String? {
        guard let identityProvider else { return nil }
        return switch IdentityProvider(rawValue: identityProvider) {
        case .facebook: "Facebook"
        case .google: "Google"
        case .amazon: "LoginWithAmazon"
        case .apple: "SignInWithApple"
        case .twitter, .developer, nil: identityProvider
        }
    }
}

extension HostedUIOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text without the parameters, which can be secrets.
    public var description: String { "(options of the hosted UI)" }

    /// A text without the parameters, which can be secrets.
    public var debugDescription: String { description }

    /// A mirror without the parameters, which can be secrets.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
