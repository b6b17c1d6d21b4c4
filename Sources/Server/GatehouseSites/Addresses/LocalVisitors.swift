// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore

/// Distinguishes local programs from web pages, for a server that shows its outbox or accepts any key.
///
/// A browser lets any page send requests to `localhost`. After DNS rebinding, a page can even read the responses; but
/// the browser always sends the requested host name and the page's origin.
package struct LocalVisitors: Sendable {
    private let hosts: Set<String>

    /// Creates the check of a server at a base URL.
    package init(deployment: Deployment) {
        let own = URLComponents(string: deployment.baseURL)?.host?.lowercased()
        hosts = LoopbackHost.names.union(LoopbackHost.namesInURLs).union([own].compactMap(\.self))
    }

    /// Whether the `Host` header has one of the server's own names.
    package func admitsHost(of request: GatewayRequest) -> Bool {
        guard let authority = request.header("Host") else { return true }
        return admits(authority: authority)
    }

    /// Whether the `Host` header has one of the server's own names or, with `orAddress`, an IP address: an attack by
    /// DNS rebinding needs a host name.
    package func admitsHost(of request: GatewayRequest, orAddress: Bool) -> Bool {
        guard orAddress, let host = request.header("Host") else { return admitsHost(of: request) }
        return admits(authority: host) || Authority(host)?.isAddress == true
    }

    /// Whether the request comes from a program, or from a page of the host and port to which the request is made.
    ///
    /// A page of another port is a page of another program.
    package func isOwnOrigin(of request: GatewayRequest) -> Bool {
        request.header("Origin").map(request.isOwn(origin:)) ?? true
    }

    /// Whether the request comes from a program, or from a page of this server under one of its own host names.
    package func admitsOrigin(of request: GatewayRequest) -> Bool {
        request.header("Origin") == nil || isOwnOrigin(of: request) && admitsHost(of: request)
    }

    private func admits(authority: String) -> Bool {
        Authority(authority).map { hosts.contains($0.host.lowercased()) } ?? false
    }
}

/// The rule for verifying signatures.
package enum SignaturePolicy: Sendable, Equatable {
    /// Every signature is verified, and its key must be known.
    case verified
    /// A signature with an unknown key counts as an administrator's; for a developer's own machine only.
    case anyAdministrator
}
