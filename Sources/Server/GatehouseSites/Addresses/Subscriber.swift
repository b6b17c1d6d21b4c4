// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The identity of a client for limits, derived from its address.
package enum Subscriber: Hashable, Sendable {
    /// An IPv4 address, or the first 64 bits of an IPv6 address.
    case network(NetworkAddress)
    /// A text that is not an address, for example for a connection that is already closed.
    case unknown(String)

    /// Reads the text of an address.
    package init(_ address: String) {
        self = NetworkAddress(address).map { .network($0.subscriber) } ?? .unknown(address)
    }
}
