// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Who is behind an address, as far as limits tell clients apart.
enum Subscriber: Hashable {
    /// An address of IPv4, or the network of IPv6 that one subscriber has.
    case network(NetworkAddress)
    /// Something that is no address, such as the other end of a connection that is gone already.
    case unknown(String)

    init(_ address: String) {
        self = NetworkAddress(address).map { .network($0.subscriber) } ?? .unknown(address)
    }
}
