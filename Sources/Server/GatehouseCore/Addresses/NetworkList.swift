// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
