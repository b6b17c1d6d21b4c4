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
        hosts = Set(["localhost", "127.0.0.1", "[::1]", "::1"] + [own].compactMap(\.self))
    }

    /// Whether the request was meant for this server under one of its own names.
    func admitsHost(of request: GatewayRequest) -> Bool {
        guard let authority = request.header("Host") else { return true }
        return admits(authority: authority)
    }

    /// Whether the request comes from a program, or from a page of this machine.
    func admitsOrigin(of request: GatewayRequest) -> Bool {
        guard let origin = request.header("Origin") else { return true }
        guard let start = origin.range(of: "://") else { return false }
        return admits(authority: String(origin[start.upperBound...]))
    }

    private func admits(authority: String) -> Bool {
        // By bytes: to go back by characters costs the square of a row of flags.
        let bytes = authority.utf8
        let end = bytes.last == UInt8(ascii: "]") ? nil : bytes.lastIndex(of: UInt8(ascii: ":"))
        return hosts.contains(authority[..<(end ?? authority.endIndex)].lowercased())
    }
}
