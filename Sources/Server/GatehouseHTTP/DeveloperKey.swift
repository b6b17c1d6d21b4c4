// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

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
        let candidates = [request.header(Self.headerName), Self.cookie(of: request), request.queryValue(Self.field)]
        return candidates.contains { $0.map(matches) ?? false }
    }

    /// The answer to a browser that shows the key in the query: the same page without it, and a cookie.
    func redirection(of request: GatewayRequest, isSecure: Bool) -> GatewayResponse? {
        guard request.method == "GET", request.wantsHTML, request.queryValue(Self.field).map(matches) == true else {
            return nil
        }
        let rest = request.query.split(separator: "&").filter { !$0.hasPrefix(Self.field + "=") }
        let path = request.path.isEmpty ? "/" : request.path
        let cookie = "\(Self.cookieName)=\(text); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        return GatewayResponse(
            status: 303,
            headers: [
                ("Location", rest.isEmpty ? path : path + "?" + rest.joined(separator: "&")), ("Set-Cookie", cookie),
                ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
            ])
    }

    /// Compares digests, which have the same length, in constant time.
    private func matches(_ candidate: String) -> Bool {
        constantTimeEqual(sha256(Array(candidate.utf8)), sha256(Array(text.utf8)))
    }

    private static func cookie(of request: GatewayRequest) -> String? {
        let pairs = (request.header("Cookie") ?? "").split(separator: ";").map { pair in pair.drop { $0 == " " } }
        return pairs.first { $0.hasPrefix(cookieName + "=") }.map { String($0.dropFirst(cookieName.count + 1)) }
    }
}
