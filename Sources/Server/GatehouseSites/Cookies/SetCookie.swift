// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A cookie that a response sets, which scripts of pages cannot read (RFC 6265bis, section 4.1).
package struct SetCookie: Sendable {
    /// The requests from pages of other sites with which browsers send the cookie.
    package enum SameSite: String, Sendable {
        /// None.
        case strict = "Strict"
        /// Navigations with GET.
        case lax = "Lax"
        /// All, such as the POST with which an identity provider sends a browser back.
        case none = "None"
    }

    /// The largest cookie that browsers store, in bytes of its name and value (RFC 6265bis, section 5.7).
    private static let longest = 4_096

    /// The value of the header `Set-Cookie`.
    package let text: String

    /// Creates a cookie; without `maximumAge`, in seconds, it ends with the browser's session, and with 0 the browser
    /// deletes it.
    ///
    /// `nil` for a value that is too long or has a byte that values cannot have (RFC 6265bis, section 4.1.1), for a
    /// negative age, and for a cookie of all sites without TLS, which browsers refuse.
    package init?(_ name: CookieName, _ value: String, sameSite: SameSite, maximumAge: Int? = nil) {
        guard name.text.utf8.count + value.utf8.count <= Self.longest, value.utf8.allSatisfy(Self.isOfValue),
            maximumAge.map({ $0 >= 0 }) ?? true, sameSite != .none || name.scope.isSecure
        else { return nil }
        text =
            "\(name.text)=\(value)\(maximumAge.map { "; Max-Age=\($0)" } ?? ""); Path=\(name.scope.path); HttpOnly; "
            + "SameSite=\(sameSite.rawValue)\(name.scope.isSecure ? "; Secure" : "")"
    }

    private static func isOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
        default: 0x21...0x7E ~= byte
        }
    }
}

extension GatewayResponse {
    /// Adds a cookie.
    package mutating func set(_ cookie: SetCookie) {
        headers.append(("Set-Cookie", cookie.text))
    }
}
