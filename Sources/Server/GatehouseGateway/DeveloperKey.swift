// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseSites
import GatehouseText

/// The key for the developer pages of a server that other machines can reach.
///
/// A program sends it in the header ``headerName`` or in the query. A browser that sends it in the query receives a
/// cookie and a redirect to the URL without the key.
package struct DeveloperKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The name of the header with the key.
    package static let headerName = "Gatehouse-Dev-Key"
    private static let cookieText = "gatehouse-dev-key"
    private static let field = "key"

    private let text: String

    /// Creates the key from its text, which must be unpredictable.
    package init(_ text: String) {
        self.text = text
    }

    /// The name of the type; never the key.
    package var description: String { "DeveloperKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether a request contains the key.
    func isCarried(by request: GatewayRequest) -> Bool {
        let candidates = [request.header(Self.headerName), request.queryValue(Self.field)]
        return candidates.contains { $0.map { matches($0, text) } ?? false }
            || isInCookie(of: request)
    }

    /// The redirect for a browser that sent the key in the query: to the same page without the key, with a cookie.
    func redirection(of request: GatewayRequest, isSecure: Bool) -> GatewayResponse? {
        guard request.method == "GET", request.wantsHTML, let shown = request.queryValue(Self.field),
            matches(shown, text), let name = Self.cookieName(isSecure: isSecure),
            let cookie = SetCookie(name, cookieValue, sameSite: .strict)
        else { return nil }
        let rest = request.query.split(separator: "&").filter { part in
            SignableRequest.query(parsing: String(part)).allSatisfy { !$0.0.hasBytes(of: Self.field) }
        }
        let path = request.path.isEmpty ? "/" : request.path
        var response = GatewayResponse.redirect(
            to: rest.isEmpty ? path : path + "?" + rest.joined(separator: "&"))
        response.set(cookie)
        response.headers += [("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")]
        return response
    }

    private func isInCookie(of request: GatewayRequest) -> Bool {
        guard let name = Self.cookieName(isSecure: false), let value = request.cookieValues(name).first else {
            return false
        }
        return matches(value, cookieValue)
    }

    /// Compares digests, which have the same length, in constant time.
    private func matches(_ candidate: String, _ expected: String) -> Bool {
        constantTimeEqual(sha256(Array(candidate.utf8)), sha256(Array(expected.utf8)))
    }

    /// The cookie's value, derived from the key: browsers send it to every port of the host, and the key itself also
    /// signs administration calls.
    private var cookieValue: String {
        Base64URL.encode(hmacSHA256(key: Array(text.utf8), Array(Self.cookieText.utf8)))
    }

    private static func cookieName(isSecure: Bool) -> CookieName? {
        CookieName(cookieText, .unprefixed(path: "/", isSecure: isSecure))
    }
}
