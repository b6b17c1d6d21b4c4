// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The check of addresses that come from settings or requests.
package enum PageAddress {
    /// Whether an address is absolute with `http` or `https`.
    package static func isDocument(_ address: String) -> Bool {
        let address = address.lowercased()
        return address.hasPrefix("https://") || address.hasPrefix("http://")
    }

    /// Whether a browser would run an address instead of opening it; it ignores spaces and control characters.
    package static func isScript(_ address: String) -> Bool {
        let scheme = address.unicodeScalars.lazy.filter { $0.value > 0x20 }.prefix { $0 != ":" }
        return ["javascript", "data", "vbscript"].contains(String(String.UnicodeScalarView(scheme)).lowercased())
    }
}
