// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel

/// Generates and derives the identifiers of devices.
package struct DeviceKeys: Sendable {
    let sealer: Sealer
    let entropy: Entropy

    /// A new, random device key.
    func newDeviceKey(inPool poolID: String) -> String {
        Self.region(ofPool: poolID) + "_" + entropy.uuid()
    }

    /// The group key of a pool's devices: a dash and eight letters or digits.
    ///
    /// It is an input of each device's verifier, so it never changes. It is not secret.
    func deviceGroupKey(ofPool poolID: String) -> String {
        let letters = Array(Alphabet.lettersAndDigits)
        let hash = sealer.mac(Array(poolID.utf8), purpose: .deviceGroup)
        return "-" + String(hash.prefix(8).map { letters[Int($0) % letters.count] })
    }

    /// The identity of a device in the SRP handshake.
    package func identity(of device: DeviceRecord) -> SRPIdentity {
        .device(groupKey: deviceGroupKey(ofPool: device.poolID), deviceKey: device.key)
    }

    /// The part of a pool's id before the underscore.
    package static func region(ofPool poolID: String) -> String {
        String(poolID.prefix { $0 != "_" })
    }
}
