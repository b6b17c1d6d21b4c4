// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The identity of a client for limits, derived from its address.
enum Subscriber: Hashable {
    /// An IPv4 address, or the first 64 bits of an IPv6 address.
    case network(NetworkAddress)
    /// A text that is not an address, for example for a connection that is already closed.
    case unknown(String)

    init(_ address: String) {
        self = NetworkAddress(address).map { .network($0.subscriber) } ?? .unknown(address)
    }
}
