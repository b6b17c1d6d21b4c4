// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Encrypts the details of identity providers, which contain client secrets and private keys.
package struct ProviderDetails: Sendable {
    let sealer: Sealer

    /// Returns the details, encrypted for a provider of a pool.
    package func seal(_ details: [String: String], of provider: String, inPool poolID: String) -> [UInt8] {
        sealer.seal(
            WireValue.object(ofTexts: details).jsonBytes(), purpose: .providerDetails,
            context: Self.context(provider, poolID))
    }

    /// Returns the details of a provider, with its secrets.
    ///
    /// - Throws: an internal error for details that cannot be opened.
    package func open(_ provider: IdentityProviderRecord) throws(ServiceFault) -> [String: String] {
        do {
            let bytes = try sealer.open(
                provider.sealedDetails, purpose: .providerDetails,
                context: Self.context(provider.name, provider.poolID))
            let members = try WireValue(json: bytes).objectValue ?? [:]
            return members.reduce(into: [:]) { details, member in
                details[member.key.text] = member.value.stringValue
            }
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    private static func context(_ provider: String, _ poolID: String) -> [UInt8] {
        Array("\(poolID)|\(provider)".utf8)
    }
}
