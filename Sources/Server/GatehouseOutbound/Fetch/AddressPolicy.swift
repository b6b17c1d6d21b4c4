// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The addresses to which the server may send requests that others cause.
///
/// A provider's document or name could point into the operator's own network, at the machine itself, or at the service
/// where a cloud machine finds its keys (169.254.169.254). So only public addresses are allowed, and those that the
/// operator lists. Source: the special-purpose registries of RFC 6890.
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
