// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The parts of a URL that a request needs.
///
/// The request is built from these parts alone, so that no other reader of the URL can find another host in it.
struct FetchTarget: Sendable, Equatable {
    /// The longest URL, in bytes.
    private static let maximumLength = 8_192

    let isEncrypted: Bool
    /// The name or address in lower case; an IPv6 address has no brackets.
    let host: String
    let port: Int
    /// The host and the port, as in the header field `Host`.
    let authority: String
    /// The path and the query.
    let path: String

    /// Reads an absolute URL of `https` or `http` in ASCII.
    /// - Throws: `malformedURL`, also for a user, a fragment or a backslash.
    init(_ url: String) throws(OutboundFailure) {
        let bytes = Array(url.utf8)
        guard bytes.count <= Self.maximumLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            !bytes.contains(UInt8(ascii: "#")), !bytes.contains(UInt8(ascii: "\\"))
        else { throw .malformedURL }
        let rest: ArraySlice<UInt8>
        if bytes.starts(with: "https://".utf8) {
            (isEncrypted, rest) = (true, bytes.dropFirst(8))
        } else if bytes.starts(with: "http://".utf8) {
            (isEncrypted, rest) = (false, bytes.dropFirst(7))
        } else {
            throw .malformedURL
        }
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        authority = String(decoding: rest[..<end], as: UTF8.self).lowercased()
        let path = String(decoding: rest[end...], as: UTF8.self)
        self.path = path.hasPrefix("/") ? path : "/" + path
        guard let (host, port) = Self.parts(of: authority) else { throw .malformedURL }
        self.host = host
        self.port = port ?? (isEncrypted ? 443 : 80)
    }

    private static func parts(of authority: String) -> (host: String, port: Int?)? {
        let host: Substring
        let rest: Substring
        if authority.hasPrefix("[") {
            guard let bracket = authority.firstIndex(of: "]") else { return nil }
            host = authority[..<bracket].dropFirst()
            rest = authority[bracket...].dropFirst()
            guard NetworkAddress(host) != nil else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority.dropFirst(host.count)
            guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(isPartOfName) else { return nil }
        }
        if rest.isEmpty { return (String(host), nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        return (String(host), port)
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
