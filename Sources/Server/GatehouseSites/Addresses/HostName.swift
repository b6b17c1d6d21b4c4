// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// A host name in lower case: labels of letters, digits and `-`, separated by dots (RFC 1123, section 2.1).
///
/// A name has one form only, so that equal names are one origin for browsers: it has neither a port nor a dot at its
/// end, and it is not an IP address.
package struct HostName: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Reads a name in lower case; `nil` for any other text.
    package init?(_ text: String) {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // Labels have no colon, so the address could be one of version 4 alone, which has four parts.
        guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel), labels.count != 4 || NetworkAddress(text) == nil
        else { return nil }
        description = text
    }

    /// Reads the name of an authority, in lower or upper case, with or without a port; `nil` for an IP address and for
    /// any other text, such as one with user information.
    package init?(authority text: String) {
        guard let authority = Authority(text) else { return nil }
        // The bytes are ASCII.
        self.init(String(decoding: authority.host.utf8.map(Self.lowerCase), as: UTF8.self))
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard 1...63 ~= label.count, label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen: true
            default: false
            }
        }
    }

    private static func lowerCase(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

extension GatewayRequest {
    /// The host name for which the request is; `nil` without exactly one `Host` header that has one.
    ///
    /// Only the connection's own header counts: a proxy must pass it on.
    package var host: HostName? {
        let authorities = headers.filter { HeaderName.areEqual($0.name, "Host") }
        guard let authority = authorities.first, authorities.count == 1 else { return nil }
        return HostName(authority: authority.value)
    }
}
