// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// A host with an optional port, as in `Host` (RFC 9110, section 7.2), in absolute targets and in origins.
///
/// A host is an IPv6 address in brackets, or a text of ASCII letters, digits, `-`, `.` and `_`, which is the form of
/// names and of IPv4 addresses. So a list of hosts, a user name and escapes are refused, although RFC 3986 permits some
/// of them.
package struct Authority: Sendable {
    /// The host as written, an IPv6 address with its brackets.
    package let host: Substring

    /// Parses one host with an optional port; `nil` for any other text, also for an empty one.
    package init?(_ text: String) {
        // The text is searched by bytes, because characters of a hostile text can be long.
        let bytes = text.utf8
        let end: String.Index
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = text[bytes.index(after: bytes.startIndex)..<bracket]
            guard address.utf8.contains(UInt8(ascii: ":")), NetworkAddress(address) != nil else { return nil }
            end = bytes.index(after: bracket)
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard end > bytes.startIndex, bytes[..<end].allSatisfy(Self.isOfName) else { return nil }
        }
        let port = bytes[end...]
        // RFC 3986 permits a colon without a port.
        guard port.isEmpty || port.elementsEqual(":".utf8) || Self.isPort(port) else { return nil }
        host = text[..<end]
    }

    /// Whether the host is an IPv4 or IPv6 address.
    package var isAddress: Bool {
        NetworkAddress(host.utf8.first == UInt8(ascii: "[") ? host.dropFirst().dropLast() : host) != nil
    }

    /// Whether a text is a colon with the one to five digits of a port.
    package static func isPort(_ text: Substring.UTF8View) -> Bool {
        let digits = text.dropFirst()
        return text.first == UInt8(ascii: ":") && (1...5).contains(digits.count) && digits.allSatisfy(isDigit)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
