// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension URL {
    /// The host and, when it is not the scheme's standard one, the port: the value of the `Host` header.
    ///
    /// Empty without a host.
    package var authority: String {
        let host = host(percentEncoded: true) ?? ""
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let standard = scheme?.lowercased() == "https" ? 443 : 80
        guard let port, port != standard else { return bracketed }
        return "\(bracketed):\(port)"
    }

    /// Whether other machines cannot read requests to the URL: they go over TLS, or stay on this machine.
    package var keepsSecrets: Bool {
        scheme?.lowercased() == "https" || isOnThisMachine
    }

    /// Whether requests to the URL stay on this machine.
    package var isOnThisMachine: Bool { host().map(Self.isLoopback) ?? false }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}
