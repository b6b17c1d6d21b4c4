// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// The addresses of an OAuth provider that is not a user pool's domain, used as they are configured.
package struct OAuthAddresses: Sendable, Equatable {
    /// The authorization endpoint (RFC 6749, section 3.1).
    package let authorize: URL
    /// The token endpoint (RFC 6749, section 3.2).
    package let token: URL
    /// The page that signs the browser out; nil if the provider has none.
    package let signOut: URL?

    /// Checks and keeps the addresses.
    ///
    /// - Parameters:
    ///   - authorize: the authorization endpoint.
    ///   - token: the token endpoint.
    ///   - signOut: the page that signs the browser out.
    /// - Throws: `SessionError.configuration` unless each is a URL of HTTPS, or of HTTP on this machine, without user
    ///   information and fragment.
    package init(authorize: String, token: String, signOut: String? = nil) throws(SessionError) {
        self.authorize = try Self.url(authorize, of: "authorization endpoint")
        self.token = try Self.url(token, of: "token endpoint")
        guard let signOut else {
            self.signOut = nil
            return
        }
        self.signOut = try Self.url(signOut, of: "sign-out page")
    }

    private static func url(_ text: String, of purpose: String) throws(SessionError) -> URL {
        guard let parts = URLComponents(string: text), ["https", "http"].contains(parts.scheme?.lowercased()),
            !(parts.host ?? "").isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil,
            let url = parts.url, url.keepsSecrets
        else {
            throw .configuration(
                "The address of the \(purpose) is not a URL that keeps secrets.",
                cure: "Configure a URL with https and without user name and fragment."
            )
        }
        return url
    }
}
