// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a cookie with the scope that browsers give it (RFC 6265bis, section 4.1.3).
package struct CookieName: Sendable, Hashable {
    /// The requests with which browsers send a cookie.
    package enum Scope: Sendable, Hashable {
        /// Those to this host alone, over TLS and at all paths: the name begins with `__Host-`, so another host of the
        /// domain cannot set the cookie.
        case host
        /// Those over TLS to paths below this one, for sites that share a host: the name begins with `__Secure-`.
        case path(String)
        /// Those to paths below this one; other hosts of the domain can set the cookie. For servers without TLS.
        case unprefixed(path: String, isSecure: Bool)
    }

    /// The name with its prefix, as requests and responses have it.
    package let text: String
    let scope: Scope

    /// Creates a name from its part after the prefix; `nil` for another text than a token (RFC 9110, section 5.6.2) of
    /// at most 256 bytes, for one with a prefix of its own, and for a path that a cookie cannot have.
    package init?(_ name: String, _ scope: Scope) {
        let prefixes = ["__Host-", "__Secure-"]
        guard 1...256 ~= name.utf8.count, name.utf8.allSatisfy(Self.isOfToken),
            !prefixes.contains(where: { HeaderName.begins(name, with: $0) }), Self.isPath(scope.path)
        else { return nil }
        self.scope = scope
        text =
            switch scope {
            case .host: prefixes[0] + name
            case .path: prefixes[1] + name
            case .unprefixed: name
            }
    }

    private static func isPath(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") && path.utf8.count <= 1_024
            && path.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ";") }
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension CookieName.Scope {
    var path: String {
        switch self {
        case .host: "/"
        case .path(let path), .unprefixed(let path, _): path
        }
    }

    /// Whether browsers send the cookie over TLS only.
    var isSecure: Bool {
        switch self {
        case .host, .path: true
        case .unprefixed(_, let isSecure): isSecure
        }
    }
}
