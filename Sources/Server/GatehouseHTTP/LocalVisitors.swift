// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore

/// Tells programs of this machine from pages of the web, for a server that shows its outbox or asks nobody for a key.
///
/// A browser lets any page send requests to `localhost`, and lets a page whose name was pointed at this machine read
/// the answers; but it always names the host it was asked for, and the page's origin.
struct LocalVisitors: Sendable {
    private let hosts: Set<String>

    init(deployment: Deployment) {
        let own = URLComponents(string: deployment.baseURL)?.host?.lowercased()
        hosts = LoopbackHost.names.union(LoopbackHost.namesInURLs).union([own].compactMap(\.self))
    }

    /// Whether the request was meant for this server under one of its own names.
    func admitsHost(of request: GatewayRequest) -> Bool {
        guard let authority = request.header("Host") else { return true }
        return admits(authority: authority)
    }

    /// Whether the request was meant for this server under one of its own names or, if `orAddress`, under an address: a
    /// name that was pointed here for an attack is a name.
    func admitsHost(of request: GatewayRequest, orAddress: Bool) -> Bool {
        guard orAddress, let authority = request.header("Host") else { return admitsHost(of: request) }
        let address = ForwardedHop.address(Substring(authority).utf8)
        return admits(authority: authority) || NetworkAddress(address) != nil
    }

    /// Whether the request comes from a program, or from a page of this very server.
    func isOwnOrigin(of request: GatewayRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        guard let host = request.header("Host") else { return false }
        return ["http://", "https://"].contains { origin.lowercased() == ($0 + host).lowercased() }
    }

    /// Whether the request comes from a program, or from a page of this machine.
    func admitsOrigin(of request: GatewayRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        guard let start = origin.range(of: "://") else { return false }
        return admits(authority: String(origin[start.upperBound...]))
    }

    private func admits(authority: String) -> Bool {
        hosts.contains(Self.host(of: authority).lowercased())
    }

    /// The authority without its port.
    private static func host(of authority: String) -> Substring {
        // By bytes: to go back by characters costs the square of a row of flags.
        let bytes = authority.utf8
        let end = bytes.last == UInt8(ascii: "]") ? nil : bytes.lastIndex(of: UInt8(ascii: ":"))
        return authority[..<(end ?? authority.endIndex)]
    }
}
