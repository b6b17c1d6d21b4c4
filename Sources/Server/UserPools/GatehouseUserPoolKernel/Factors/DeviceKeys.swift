// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

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

/// Reads, seals and opens the SRP data of a device: a salt and a verifier that the device has computed.
package struct DeviceVerifiers: Sendable {
    private static let purpose = SealPurpose.deviceVerifier

    let sealer: Sealer

    /// Reads the salt and verifier that a device registers.
    /// - Throws: `InvalidParameterException` if one is missing or invalid.
    package func read(_ registration: DeviceSecretVerifierConfigType?) throws(ServiceFault) -> SRPVerifier {
        guard let registration else { throw .missingParameter("DeviceSecretVerifierConfig") }
        guard let verifier = registration.passwordVerifier else { throw .missingParameter("PasswordVerifier") }
        guard let salt = registration.salt else { throw .missingParameter("Salt") }
        do {
            return try SRPVerifier(registeredVerifier: verifier, salt: salt)
        } catch {
            throw ServiceFault(.invalidParameter, "Invalid device secret verifier config given.", cause: error)
        }
    }

    /// Encrypts a verifier for the record of the device.
    package func seal(
        _ verifier: SRPVerifier, forDevice key: String, ofUser sub: String, inPool poolID: String
    ) -> [UInt8] {
        sealer.seal(verifier.packed, purpose: Self.purpose, context: Self.context(key, sub, poolID))
    }

    /// Opens the verifier of a device.
    /// - Throws: an internal error if the row belongs to another device or is damaged.
    package func open(_ device: DeviceRecord) throws(ServiceFault) -> SRPVerifier {
        let plain: [UInt8]
        do {
            plain = try sealer.open(
                device.sealedVerifier, purpose: Self.purpose,
                context: Self.context(device.key, device.sub, device.poolID))
        } catch {
            throw ServiceFault(unforeseen: error)
        }
        guard let verifier = SRPVerifier(packed: plain) else {
            throw ServiceFault(unforeseen: StoredPasswordError.unreadableVerifier)
        }
        return verifier
    }

    private static func context(_ key: String, _ sub: String, _ poolID: String) -> [UInt8] {
        Array("\(poolID)|\(sub)|\(key)".utf8)
    }
}
