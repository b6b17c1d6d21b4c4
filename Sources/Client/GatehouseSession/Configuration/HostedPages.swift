// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient
import GatehouseWire

/// The pages of a user pool's domain or of another OAuth provider, and the app client with which users sign in there.
package struct HostedPages: Sendable {
    /// The owner of the pages.
    package enum Provider: Sendable, Equatable {
        /// A user pool, at the address of its domain.
        case userPool(domain: Endpoint)
        /// Another OAuth provider.
        case external(OAuthAddresses)
    }

    /// The owner of the pages.
    package let provider: Provider
    /// The id of the app client.
    package let clientID: String
    package let clientSecret: ClientSecret?
    /// The redirect URI of a sign-in, as configured.
    package let signInRedirect: String
    /// The redirect URI of a sign-out, as configured; nil only for an external provider.
    package let signOutRedirect: String?
    /// The scopes of a sign-in that names none.
    package let scopes: [String]
    /// The parameters of requests that name none themselves; called at each request.
    package let parameters: @Sendable () -> PageParameters
    /// The time limits and repetitions of the token request.
    package let retry: RetryPolicy

    let signInRedirectURL: URL
    let signOutRedirectURL: URL?

    /// Checks and keeps the configuration of a user pool's pages.
    ///
    /// - Parameters:
    ///   - domain: the address of the domain.
    ///   - clientID: the app client.
    ///   - clientSecret: the app client's secret, if it has one.
    ///   - signInRedirect: the redirect URI of a sign-in.
    ///   - signOutRedirect: the redirect URI of a sign-out.
    ///   - scopes: the scopes of a sign-in that names none.
    ///   - parameters: the parameters of requests that name none themselves; called at each request.
    ///   - retry: the time limits and repetitions of the token request.
    /// - Throws: `SessionError.configuration`.
    package init(
        domain: Endpoint,
        clientID: String,
        clientSecret: ClientSecret? = nil,
        signInRedirect: String,
        signOutRedirect: String,
        scopes: [String],
        parameters: @escaping @Sendable () -> PageParameters = { PageParameters() },
        retry: RetryPolicy = RetryPolicy()
    ) throws(SessionError) {
        try self.init(
            .userPool(domain: domain),
            clientID: clientID,
            clientSecret: clientSecret,
            signInRedirect: signInRedirect,
            signOutRedirect: signOutRedirect,
            scopes: scopes,
            parameters: parameters,
            retry: retry
        )
    }

    /// Checks and keeps the configuration of any provider's pages.
    ///
    /// - Parameters:
    ///   - provider: the owner of the pages.
    ///   - clientID: the app client.
    ///   - clientSecret: the app client's secret, if it has one.
    ///   - signInRedirect: the redirect URI of a sign-in.
    ///   - signOutRedirect: the redirect URI of a sign-out; an external provider can do without.
    ///   - scopes: the scopes of a sign-in that names none.
    ///   - parameters: the parameters of requests that name none themselves; called at each request.
    ///   - retry: the time limits and repetitions of the token request.
    /// - Throws: `SessionError.configuration`.
    package init(
        _ provider: Provider,
        clientID: String,
        clientSecret: ClientSecret? = nil,
        signInRedirect: String,
        signOutRedirect: String?,
        scopes: [String],
        parameters: @escaping @Sendable () -> PageParameters = { PageParameters() },
        retry: RetryPolicy = RetryPolicy()
    ) throws(SessionError) {
        guard !clientID.isEmpty else {
            throw .configuration(
                "The app client id of the hosted pages is empty.", cure: "Copy it from the user pool's app client.")
        }
        self.provider = provider
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.signInRedirect = signInRedirect
        self.signOutRedirect = signOutRedirect
        self.scopes = scopes
        self.parameters = parameters
        self.retry = retry
        signInRedirectURL = try Self.redirect(signInRedirect, of: "sign-in")
        if case .userPool = provider {
            signOutRedirectURL = try Self.redirect(signOutRedirect ?? "", of: "sign-out")
        } else if let signOutRedirect {
            signOutRedirectURL = try Self.redirect(signOutRedirect, of: "sign-out")
        } else {
            signOutRedirectURL = nil
        }
    }

    /// Whether the pages do not belong to a user pool.
    package var isExternal: Bool {
        if case .external = provider { true } else { false }
    }

    private static func redirect(_ text: String, of purpose: String) throws(SessionError) -> URL {
        guard let url = URL(string: text, encodingInvalidCharacters: false), let scheme = url.scheme, !scheme.isEmpty,
            url.fragment == nil
        else {
            throw .configuration(
                "The redirect URI of the \(purpose) is not an absolute URL without a fragment.",
                cure:
                    "Copy it from the user pool's app client; it looks like myapp:// or http://localhost:8080/callback."
            )
        }
        return url
    }

    /// The address of the authorization endpoint with a query.
    ///
    /// - Throws: `SessionError.configuration` if they form no URL.
    func authorizationURL(_ query: [(String, String)]) throws(SessionError) -> URL {
        switch provider {
        case .userPool(let domain): try Self.url(domain.address(of: "/oauth2/authorize", query))
        case .external(let addresses): try Self.url(addresses.authorize, query)
        }
    }

    /// The address of the token endpoint.
    ///
    /// - Throws: `SessionError.configuration` if the domain forms no URL.
    func tokenURL() throws(SessionError) -> URL {
        switch provider {
        case .userPool(let domain): try Self.url(domain.address(of: "/oauth2/token"))
        case .external(let addresses): addresses.token
        }
    }

    /// The address of a user pool's logout page; nil for another provider.
    ///
    /// - Throws: `SessionError.configuration` if the domain forms no URL.
    func logoutURL() throws(SessionError) -> URL? {
        guard case .userPool(let domain) = provider else { return nil }
        let query = [("client_id", clientID), ("logout_uri", signOutRedirect ?? "")]
        return try Self.url(domain.address(of: "/logout", query))
    }

    /// The redirect URI of an external provider's sign-out page with these parameters: the configured one, else
    /// `returnTo`, else the redirect URI of the sign-in.
    ///
    /// - Throws: `SessionError.configuration` if `returnTo` is not usable.
    func signOutRedirect(_ parameters: [String: String]) throws(SessionError) -> URL {
        if let signOutRedirectURL { return signOutRedirectURL }
        guard let text = parameters["returnTo"] else { return signInRedirectURL }
        return try Self.redirect(text, of: "sign-out")
    }

    /// An address with further parameters after those that it has.
    static func url(_ address: URL, _ query: [(String, String)]) throws(SessionError) -> URL {
        guard !query.isEmpty else { return address }
        let former = address.query(percentEncoded: true)
        let separator = former == nil ? "?" : former == "" ? "" : "&"
        return try url(address.absoluteString + separator + FormFields.text(query))
    }

    private static func url(_ text: String) throws(SessionError) -> URL {
        guard let url = URL(string: text) else {
            throw .configuration("The domain of the hosted pages forms no URL.", cure: "Correct the domain.")
        }
        return url
    }
}
