// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseSites

/// Distinguishes local programs from web pages, for a server that shows its outbox or accepts any key.
///
/// A browser lets any page send requests to `localhost`. After DNS rebinding, a page can even read the responses; but
/// the browser always sends the requested host name and the page's origin.
struct LocalVisitors: Sendable {
    private let hosts: Set<String>

    init(deployment: Deployment) {
        let own = URLComponents(string: deployment.baseURL)?.host?.lowercased()
        hosts = LoopbackHost.names.union(LoopbackHost.namesInURLs).union([own].compactMap(\.self))
    }

    /// Whether the `Host` header has one of the server's own names.
    func admitsHost(of request: GatewayRequest) -> Bool {
        guard let authority = request.header("Host") else { return true }
        return admits(authority: authority)
    }

    /// Whether the `Host` header has one of the server's own names or, with `orAddress`, an IP address: an attack by
    /// DNS rebinding needs a host name.
    func admitsHost(of request: GatewayRequest, orAddress: Bool) -> Bool {
        guard orAddress, let host = request.header("Host") else { return admitsHost(of: request) }
        return admits(authority: host) || Authority(host)?.isAddress == true
    }

    /// Whether the request comes from a program, or from a page of this server.
    func isOwnOrigin(of request: GatewayRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        guard let host = request.header("Host") else { return false }
        return ["http://", "https://"].contains { origin.lowercased() == ($0 + host).lowercased() }
    }

    /// Whether the request comes from a program, or from a page of one of the server's own hosts.
    func admitsOrigin(of request: GatewayRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        guard let start = origin.range(of: "://") else { return false }
        return admits(authority: String(origin[start.upperBound...]))
    }

    private func admits(authority: String) -> Bool {
        Authority(authority).map { hosts.contains($0.host.lowercased()) } ?? false
    }
}
