// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites
import GatehouseUserPoolModel

/// The cookies of a domain in a request.
///
/// Domains by path share an origin, so the names of their cookies contain the domain, and browsers send them at the
/// path of the domain only.
package struct BrowserCookies: Sendable {
    /// The cookies of the pages, by the names that Cognito gives them.
    package enum Kind: String, Sendable, CaseIterable {
        /// A random id of the browser, to which the tokens against forged requests are bound.
        case browser = "XSRF-TOKEN"
        /// The session of a user who is signed in.
        case session = "cognito"
        /// The language that the user has selected.
        case language = "lang"
        /// The state of a sign-in with an identity provider, which returns the browser with a POST of its own page.
        case providerState = "csrf-state"
        /// The accounts that have signed in with the browser.
        case accounts = "page-data"
    }

    private let request: GatewayRequest
    private let domain: HostedDomain

    /// Creates the cookies of a request at a domain.
    package init(_ request: GatewayRequest, at domain: HostedDomain) {
        self.request = request
        self.domain = domain
    }

    /// The value of a cookie; `nil` if the request has no or several cookies with the name.
    package func value(_ kind: Kind) -> String? {
        // Apps send no cookies, and the name of one takes longer than a look at the headers.
        guard request.header("Cookie") != nil else { return nil }
        return name(kind).flatMap { request.cookie($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns a cookie to set; `nil` for a value that a cookie cannot have.
    ///
    /// Without `maximumAge`, in seconds, the cookie ends with the browser's session.
    package func setting(_ kind: Kind, _ value: String, maximumAge: Int? = nil) -> SetCookie? {
        name(kind).flatMap { SetCookie($0, value, sameSite: sameSite(kind), maximumAge: maximumAge) }
    }

    /// Returns a cookie with which the browser deletes one.
    package func deleting(_ kind: Kind) -> SetCookie? { setting(kind, "", maximumAge: 0) }

    private func name(_ kind: Kind) -> CookieName? {
        let suffix = domain.host == nil ? "-" + domain.record.name : ""
        return CookieName(kind.rawValue + suffix, domain.cookieScope)
    }

    /// A POST from the page of a provider carries the state only without a restriction, which browsers permit over TLS
    /// alone.
    private func sameSite(_ kind: Kind) -> SetCookie.SameSite {
        kind == .providerState && domain.isSecure ? .none : .lax
    }
}
