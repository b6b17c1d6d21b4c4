// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseText

/// The key for the developer pages of a server that other machines can reach.
///
/// A program sends it in the header ``headerName`` or in the query. A browser that sends it in the query receives a
/// cookie and a redirect to the URL without the key.
package struct DeveloperKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The name of the header with the key.
    package static let headerName = "Gatehouse-Dev-Key"
    private static let cookieName = "gatehouse-dev-key"
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
            || Self.cookie(of: request).map { matches($0, cookie) } ?? false
    }

    /// The redirect for a browser that sent the key in the query: to the same page without the key, with a cookie.
    func redirection(of request: GatewayRequest, isSecure: Bool) -> GatewayResponse? {
        guard request.method == "GET", request.wantsHTML, let shown = request.queryValue(Self.field),
            matches(shown, text)
        else { return nil }
        let rest = request.query.split(separator: "&").filter { part in
            SignableRequest.query(parsing: String(part)).allSatisfy { !$0.0.hasBytes(of: Self.field) }
        }
        let path = request.path.isEmpty ? "/" : request.path
        let cookie = "\(Self.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        return GatewayResponse(
            status: 303,
            headers: [
                ("Location", rest.isEmpty ? path : path + "?" + rest.joined(separator: "&")), ("Set-Cookie", cookie),
                ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
            ])
    }

    /// Compares digests, which have the same length, in constant time.
    private func matches(_ candidate: String, _ expected: String) -> Bool {
        constantTimeEqual(sha256(Array(candidate.utf8)), sha256(Array(expected.utf8)))
    }

    /// The cookie's value, derived from the key: browsers send it to every port of the host, and the key itself also
    /// signs administration calls.
    private var cookie: String {
        Base64URL.encode(hmacSHA256(key: Array(text.utf8), Array(Self.cookieName.utf8)))
    }

    private static func cookie(of request: GatewayRequest) -> String? {
        let pairs = (request.header("Cookie") ?? "").split(separator: ";").map { pair in pair.drop { $0 == " " } }
        return pairs.first { $0.hasPrefix(cookieName + "=") }.map { String($0.dropFirst(cookieName.count + 1)) }
    }
}
