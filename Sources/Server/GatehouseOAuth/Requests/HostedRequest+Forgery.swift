// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// The value of the form field `_csrf` at a page, such as `/login`.
    package func csrfToken(for page: String) -> String { token(for: page).text }

    /// Whether a page of this domain made the request: its form has the token of this browser, and no header names
    /// another origin.
    package func isGenuine(for page: String) -> Bool {
        !browser.isNew && token(for: page).isEqual(to: form.value(WireName(CSRFToken.field))) && isFromOwnOrigin
    }

    /// Adds the cookie with the browser's id to the response of a page with a form.
    package func keepBrowser(in response: inout GatewayResponse) {
        guard browser.isNew, let cookie = cookies.setting(.browser, browser.id) else { return }
        response.set(cookie)
    }

    private func token(for page: String) -> CSRFToken {
        CSRFToken(browser: browser.id, poolID: pool.id, page: page, sealer: service.pools.sealer)
    }

    /// Whether the headers that browsers add do not name another origin.
    ///
    /// For pages with the policy `no-referrer`, browsers send the origin `null`, which says nothing.
    private var isFromOwnOrigin: Bool {
        let site = call.request.header("Sec-Fetch-Site")
        guard site == nil || site == "same-origin" || site == "none" else { return false }
        guard let origin = call.request.header("Origin"), origin != "null" else { return true }
        return domain.isOwn(origin: origin, of: call.request)
    }
}

extension HostedDomain {
    /// Whether an origin is the one of the domain's pages at the host and the port of a request.
    func isOwn(origin: String, of request: GatewayRequest) -> Bool {
        // A proxy may forward requests of the base URL under another host name.
        if host == nil, HeaderName.areEqual(origin, baseOrigin) { return true }
        guard request.isOwn(origin: origin) else { return false }
        // A page without TLS may be anyone's on the way to the browser.
        if host != nil { return !isSecure || HeaderName.begins(origin, with: "https://") }
        // A developer's server has several names on its machine.
        return Self.isLoopback(origin) && Self.isLoopback(baseOrigin)
    }

    private static func isLoopback(_ origin: String) -> Bool {
        let authority = origin.firstRange(of: "://").flatMap { Authority(String(origin[$0.upperBound...])) }
        return authority.map { LoopbackHost.namesInURLs.contains($0.host.lowercased()) } ?? false
    }
}
