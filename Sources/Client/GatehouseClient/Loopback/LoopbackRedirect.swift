// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// A redirect URI on this machine (RFC 8252, section 7.3): `http://localhost`, `http://127.0.0.1` or `http://[::1]`, with
/// a port.
package struct LoopbackRedirect: Sendable, Equatable {
    /// The redirect URI.
    package let url: URL
    /// The addresses at which the browser may look for it: both loopback addresses for `localhost`, else the one that is
    /// the host.
    package let addresses: [String]
    /// The port; 0 means a free one, which only tests use.
    package let port: Int

    /// Reads a redirect URI; nil for one that is not on this machine, or not plain HTTP.
    ///
    /// Other names of this machine are not accepted: they may resolve to other addresses.
    package init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.scheme?.lowercased() == "http", parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return nil }
        switch parts.host?.lowercased() {
        case "localhost": addresses = ["127.0.0.1", "::1"]
        case "127.0.0.1": addresses = ["127.0.0.1"]
        case "::1", "[::1]": addresses = ["::1"]
        default: return nil
        }
        let port = parts.port ?? 80
        guard (0...65_535).contains(port) else { return nil }
        self.url = url
        self.port = port
    }

    /// Whether it names a port on which a browser can arrive.
    package var hasPort: Bool { port != 0 }

    /// The value of the `Host` header in requests for it.
    ///
    /// - Parameter port: the port that is listened on.
    /// - Returns: the value, in lower case.
    package func authority(port: Int) -> String {
        let name = url.authority.lowercased()
        guard self.port == 0 else { return name }
        return "\(name.hasSuffix(":0") ? String(name.dropLast(2)) : name):\(port)"
    }

    /// The path, escaped as in the URI.
    package var path: String {
        let path = url.path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    /// The address at which the browser arrived.
    ///
    /// Browsers do not escape each character of a query that RFC 3986 excludes, such as braces; the address has them
    /// escaped.
    ///
    /// - Parameters:
    ///   - query: the query of the request, escaped.
    ///   - port: the port that is listened on.
    /// - Returns: nil if the query cannot be part of an address.
    package func callback(query: String?, port: Int) -> URL? {
        URL(
            string: "http://\(authority(port: port))\(path)\(query.map { "?\($0)" } ?? "")")
    }
}
