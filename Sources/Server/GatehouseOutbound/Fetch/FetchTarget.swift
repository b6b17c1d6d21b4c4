// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

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

/// The permitted addresses for requests that others cause the server to send.
///
/// A provider's document or name could point into the operator's own network, at the machine itself, or at the service
/// where a cloud machine finds its keys (169.254.169.254). So only public addresses are allowed, and the addresses that
/// the operator lists. Source: the special-purpose registries of RFC 6890.
package struct AddressPolicy: Sendable, Equatable {
    /// Addresses of IPv4 for special purposes; 168.63.129.16 is the same service of another cloud.
    private static let special = constant(
        """
        0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24, \
        192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4, \
        168.63.129.16
        """)
    /// The public addresses of IPv6.
    private static let global = constant("2000::/3")
    /// Parts of them for tests, documents and tunnels, which may carry any address of IPv4 (Teredo, 6to4).
    private static let specialGlobal = constant("2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20")
    /// Addresses that a translator turns into the address of IPv4 in their last 32 bits (NAT64, RFC 6052).
    private static let translated = constant("64:ff9b::/96")

    /// The networks that are allowed although they are not public.
    private let listed: NetworkList

    /// Creates the policy.
    ///
    /// `listed` has the networks that are allowed although they are not public; plain HTTP is allowed to them alone.
    package init(listed: NetworkList) {
        self.listed = listed
    }

    /// Checks an address after the resolution of its name, and again at the connection.
    /// - Throws: `refusedAddress`; `notEncrypted` for plain HTTP to an address that is not listed.
    package func check(_ address: NetworkAddress, isEncrypted: Bool) throws(OutboundFailure) {
        let address =
            Self.translated.contains(address) ? NetworkAddress(ipv4: UInt32(address.low & 0xFFFF_FFFF)) : address
        guard !listed.contains(address) else { return }
        let isPublic =
            address.isIPv4
            ? !Self.special.contains(address) : Self.global.contains(address) && !Self.specialGlobal.contains(address)
        guard isPublic else { throw .refusedAddress }
        guard isEncrypted else { throw .notEncrypted }
    }

    private static func constant(_ text: String) -> NetworkList {
        guard let list = NetworkList(text) else { preconditionFailure("a constant of this file is not a list") }
        return list
    }
}
