// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An IPv4 or IPv6 address; an IPv4 address is stored as an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
package struct NetworkAddress: Sendable, Hashable {
    /// The first 64 bits, in network byte order.
    package let high: UInt64
    /// The last 64 bits, in network byte order.
    package let low: UInt64

    private static let mappedPrefix: UInt64 = 0x0000_FFFF_0000_0000

    /// Whether this is an IPv4 address.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Parses the usual text forms, without a port or brackets.
    ///
    /// The text is checked by bytes; a byte that no text form has makes the result `nil`.
    package init?(_ text: some StringProtocol) {
        let bytes = text.utf8
        guard bytes.count <= 45 else { return nil }
        guard bytes.contains(UInt8(ascii: ":")) else {
            guard let address = Self.ipv4(bytes) else { return nil }
            self.init(ipv4: address)
            return
        }
        guard let groups = Self.ipv6(text) else { return nil }
        let halves = [groups[..<4], groups[4...]].map { $0.reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
        self.init(high: halves[0], low: halves[1])
    }

    /// An IPv4 address from its number.
    package init(ipv4 address: UInt32) {
        self.init(high: 0, low: Self.mappedPrefix | UInt64(address))
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The part of the address that identifies a subscriber: all of an IPv4 address, the first 64 bits of an IPv6
    /// address.
    package var subscriber: NetworkAddress {
        isIPv4 ? self : NetworkAddress(high: high, low: 0)
    }

    /// The address with all bits after the first `length` of its 128 bits cleared.
    package func prefix(_ length: Int) -> NetworkAddress {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(.max >> UInt64(bits)) }
        return NetworkAddress(high: high & mask(length), low: low & mask(length - 64))
    }

    private static func ipv4(_ bytes: some Sequence<UInt8>) -> UInt32? {
        var (address, part, digits, dots): (UInt32, UInt32, Int, Int) = (0, 0, 0, 0)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "."):
                guard digits > 0, dots < 3 else { return nil }
                (address, part, digits, dots) = (address << 8 | part, 0, 0, dots + 1)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                part = part * 10 + UInt32(byte - UInt8(ascii: "0"))
                digits += 1
                guard digits <= 3, part <= 255 else { return nil }
            default: return nil
            }
        }
        return digits > 0 && dots == 3 ? address << 8 | part : nil
    }

    /// The eight groups; a double colon represents the missing zeros.
    private static func ipv6(_ text: some StringProtocol) -> [UInt16]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        switch halves.count {
        case 1:
            guard let groups = groups(halves[0], isEnd: true), groups.count == 8 else { return nil }
            return groups
        case 2:
            guard let front = groups(halves[0], isEnd: false), let back = groups(halves[1], isEnd: true) else {
                return nil
            }
            let missing = 8 - front.count - back.count
            return missing >= 1 ? front + Array(repeating: 0, count: missing) + back : nil
        default:
            return nil
        }
    }

    /// The groups between single colons; the last part of the address may be an IPv4 address.
    private static func groups(_ text: some StringProtocol, isEnd: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if isEnd, index == parts.count - 1, let address = ipv4(part.utf8) {
                groups += [UInt16(address >> 16), UInt16(truncatingIfNeeded: address)]
            } else {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexadecimal),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}

/// A list of networks, such as `10.0.0.0/8, ::1`.
package struct NetworkList: Sendable, Equatable {
    private struct Network: Equatable {
        let start: NetworkAddress
        /// The length of the prefix, of 128 bits.
        let length: Int
    }

    private let networks: [Network]

    /// No network.
    package static let none = NetworkList(networks: [])

    private init(networks: [Network]) {
        self.networks = networks
    }

    /// Parses addresses and networks, separated by commas; `nil` if an entry is invalid.
    package init?(_ text: String) {
        var networks: [Network] = []
        for part in text.split(separator: ",") {
            guard let network = Self.network(part.drop(while: \.isWhitespace)) else { return nil }
            networks.append(network)
        }
        self.init(networks: networks)
    }

    private static func network(_ text: Substring) -> Network? {
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        let parts = text[..<end].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = NetworkAddress(parts[0]) else { return nil }
        guard parts.count == 2 else { return Network(start: address, length: 128) }
        guard let length = Int(parts[1]), (0...(address.isIPv4 ? 32 : 128)).contains(length) else { return nil }
        let bits = address.isIPv4 ? length + 96 : length
        return Network(start: address.prefix(bits), length: bits)
    }

    /// Whether the list has no network.
    package var isEmpty: Bool { networks.isEmpty }

    /// Whether an address belongs to one of the networks.
    package func contains(_ address: NetworkAddress) -> Bool {
        networks.contains { address.prefix($0.length) == $0.start }
    }

    /// The networks of both lists.
    package func adding(_ other: NetworkList) -> NetworkList {
        NetworkList(networks: networks + other.networks)
    }
}

/// The names and addresses of the local machine.
package enum LoopbackHost {
    /// The names, in lower case and without brackets.
    package static let names: Set<String> = ["127.0.0.1", "localhost", "::1"]

    /// The names as they are written in URLs and in `Host`: an IPv6 address is in brackets there (RFC 3986, section
    /// 3.2.2).
    package static let namesInURLs = Set(names.map { $0.contains(":") ? "[\($0)]" : $0 })
}
