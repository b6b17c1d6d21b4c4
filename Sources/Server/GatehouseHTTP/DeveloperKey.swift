// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseText

/// The key that the pages for developers need on a server that other machines reach.
///
/// A program sends it in the header ``headerName`` or in the query; a browser that shows it in the query once gets it as a
/// cookie and keeps it out of its address line.
package struct DeveloperKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The header that programs send.
    package static let headerName = "Gatehouse-Dev-Key"
    private static let cookieName = "gatehouse-dev-key"
    private static let field = "key"

    private let text: String

    /// Takes the key's text, which no one can guess.
    package init(_ text: String) {
        self.text = text
    }

    /// Never shows the key.
    package var description: String { "DeveloperKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether a request carries the key.
    func isCarried(by request: GatewayRequest) -> Bool {
        let candidates = [request.header(Self.headerName), request.queryValue(Self.field)]
        return candidates.contains { $0.map { matches($0, text) } ?? false }
            || Self.cookie(of: request).map { matches($0, cookie) } ?? false
    }

    /// The answer to a browser that shows the key in the query: the same page without it, and a cookie.
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

    /// The cookie's value: browsers send it to every port of the host, and the key itself also signs admin calls.
    private var cookie: String {
        Base64URL.encode(hmacSHA256(key: Array(text.utf8), Array(Self.cookieName.utf8)))
    }

    private static func cookie(of request: GatewayRequest) -> String? {
        let pairs = (request.header("Cookie") ?? "").split(separator: ";").map { pair in pair.drop { $0 == " " } }
        return pairs.first { $0.hasPrefix(cookieName + "=") }.map { String($0.dropFirst(cookieName.count + 1)) }
    }
}
