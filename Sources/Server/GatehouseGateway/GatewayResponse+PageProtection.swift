// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

extension GatewayResponse {
    /// The headers that a response for a browser has instead of its own ones.
    private static let pageProtection: [(name: String, value: String)] = [
        ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The policy against frames; browsers enforce it beside the policy of the page itself (Content Security Policy
    /// Level 3, section 8.1).
    private static let framePolicy = (name: "Content-Security-Policy", value: "frame-ancestors 'none'")

    /// The rule that a browser uses TLS only, for a year (RFC 6797); it is for the host name of the page alone.
    private static let strictTransport = (name: "Strict-Transport-Security", value: "max-age=31536000")

    /// Adds the headers that keep pages of other origins from showing, reading or following a page, and caches from
    /// storing it; with `overTLSOnly`, also the one that keeps the browser from the page without TLS.
    mutating func addPageProtection(overTLSOnly: Bool) {
        if overTLSOnly { headers.append(Self.strictTransport) }
        headers.removeAll { header in Self.pageProtection.contains { HeaderName.areEqual($0.name, header.name) } }
        headers += Self.pageProtection
        headers.append(Self.framePolicy)
    }
}
