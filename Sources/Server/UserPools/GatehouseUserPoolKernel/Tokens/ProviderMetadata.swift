// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// The document `openid-configuration` of a pool: OpenID Provider Metadata.
package struct ProviderMetadata: Sendable, Equatable {
    /// The members that the service's document has.
    let members: [WireName: WireValue]
    /// Further members, which follow those of the service.
    let additions: [WireName: WireValue]

    /// The value of a member.
    package subscript(name: WireName) -> WireValue? { members[name] ?? additions[name] }

    /// The document in JSON: the members of the service in its order, which is the alphabet's, then the others.
    package var json: Data {
        let (first, second) = (WireValue.object(members).json(), WireValue.object(additions).json())
        return additions.isEmpty ? first : first.dropLast() + Data(",".utf8) + second.dropFirst()
    }
}
