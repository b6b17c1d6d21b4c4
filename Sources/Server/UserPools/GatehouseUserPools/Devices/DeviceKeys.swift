// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel

/// The identifiers of devices.
extension UserPools {
    /// A key for a device that nobody has seen before.
    func newDeviceKey(inPool poolID: String) -> String {
        Self.region(ofPool: poolID) + "_" + entropy.uuid()
    }

    /// The group that a pool's devices belong to: a dash and eight letters or digits.
    ///
    /// It is hashed with every device's secret, so it never changes; it is no secret itself.
    func deviceGroupKey(ofPool poolID: String) -> String {
        let letters = Array(Alphabet.lettersAndDigits)
        let hash = sealer.mac(Array(poolID.utf8), purpose: "device-group")
        return "-" + String(hash.prefix(8).map { letters[Int($0) % letters.count] })
    }

    /// How a device is called in the SRP handshake.
    func identity(of device: DeviceRecord) -> SRPIdentity {
        .device(groupKey: deviceGroupKey(ofPool: device.poolID), deviceKey: device.key)
    }

    /// The part of a pool's id before the underline.
    static func region(ofPool poolID: String) -> String {
        String(poolID.prefix { $0 != "_" })
    }
}
