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
}
