// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parameter `resource`, which becomes the claim `aud` of an access token: one absolute URI without a fragment
/// (RFC 8707, section 2).
struct ResourceIndicator: Sendable {
    /// The rule, for developers.
    static let rule = "resource must be one absolute URL without a fragment"

    /// The URI.
    let text: String

    /// Reads the parameter; `nil` for another text, and for one of more than 2,048 bytes.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, text.utf8.count <= 2_048,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") })
        else { return nil }
        self.text = text
    }
}
