// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient

/// The hosted pages of a user pool, and the app client with which users sign in there.
package struct HostedPages: Sendable {
    /// The address of the pool's domain.
    package let domain: Endpoint
    /// The id of the app client.
    package let clientID: String
    package let clientSecret: ClientSecret?
    /// The redirect URI of a sign-in, as configured.
    package let signInRedirect: String
    /// The redirect URI of a sign-out, as configured.
    package let signOutRedirect: String
    /// The scopes of a sign-in that names none.
    package let scopes: [String]
    /// The time limits and repetitions of the token request.
    package let retry: RetryPolicy

    let signInRedirectURL: URL
    let signOutRedirectURL: URL

    /// Checks and keeps the configuration of hosted pages.
    ///
    /// - Parameters:
    ///   - domain: the address of the domain.
    ///   - clientID: the app client.
    ///   - clientSecret: the app client's secret, if it has one.
    ///   - signInRedirect: the redirect URI of a sign-in.
    ///   - signOutRedirect: the redirect URI of a sign-out.
    ///   - scopes: the scopes of a sign-in that names none.
    ///   - retry: the time limits and repetitions of the token request.
    /// - Throws: `SessionError.configuration`.
    package init(
        domain: Endpoint,
        clientID: String,
        clientSecret: ClientSecret? = nil,
        signInRedirect: String,
        signOutRedirect: String,
        scopes: [String],
        retry: RetryPolicy = RetryPolicy()
    ) throws(SessionError) {
        guard !clientID.isEmpty else {
            throw .configuration(
                "The app client id of the hosted pages is empty.", cure: "Copy it from the user pool's app client.")
        }
        self.domain = domain
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.signInRedirect = signInRedirect
        self.signOutRedirect = signOutRedirect
        self.scopes = scopes
        self.retry = retry
        signInRedirectURL = try Self.redirect(signInRedirect, of: "sign-in")
        signOutRedirectURL = try Self.redirect(signOutRedirect, of: "sign-out")
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

    /// An address of the domain.
    ///
    /// - Parameters:
    ///   - path: the path below the domain, with a slash at its beginning.
    ///   - query: the parameters, in order.
    /// - Returns: the address.
    /// - Throws: `SessionError.configuration` if they form no URL.
    func url(_ path: String, _ query: [(String, String)] = []) throws(SessionError) -> URL {
        guard let url = URL(string: domain.address(of: path, query)) else {
            throw .configuration("The domain of the hosted pages forms no URL.", cure: "Correct the domain.")
        }
        return url
    }
}
