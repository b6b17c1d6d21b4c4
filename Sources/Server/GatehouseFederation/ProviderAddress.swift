// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form of a provider's addresses, as administrators and providers write them.
package enum ProviderAddress {
    /// The longest address, in bytes.
    package static let maximumBytes = 2_048

    /// Returns whether a text is an absolute URL of `https` or `http`, in ASCII, with a host, and without user and
    /// fragment.
    ///
    /// Whether the server may connect to it is for the fetch to decide.
    package static func isAbsolute(_ text: String) -> Bool {
        let bytes = text.utf8
        let scheme = ["https://", "http://"].first { bytes.starts(with: $0.utf8) }
        guard let scheme, bytes.count <= maximumBytes,
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) })
        else { return false }
        let authority = bytes.dropFirst(scheme.utf8.count).prefix { !endsOfAuthority.contains($0) }
        return !authority.isEmpty && authority.first != UInt8(ascii: ":") && !authority.contains(UInt8(ascii: "@"))
    }

    /// The fragment, and what no URL contains (RFC 3986, section 2) or browsers change.
    private static let forbidden = Set("#\"<>\\^`{|}".utf8)
    private static let endsOfAuthority = Set("/?".utf8)
}
