// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Reads, seals and opens what a device proves itself with: an SRP salt and verifier that the device has made.
struct DeviceVerifiers: Sendable {
    private static let purpose = "device-verifier"

    let sealer: Sealer

    /// Reads what a device registers.
    /// - Throws: `InvalidParameterException` when it is missing, garbage, or proves nothing.
    func read(_ registration: DeviceSecretVerifierConfigType?) throws(ServiceFault) -> SRPVerifier {
        guard let registration else { throw .missingParameter("DeviceSecretVerifierConfig") }
        guard let verifier = registration.passwordVerifier else { throw .missingParameter("PasswordVerifier") }
        guard let salt = registration.salt else { throw .missingParameter("Salt") }
        do {
            return try SRPVerifier(registeredVerifier: verifier, salt: salt)
        } catch {
            throw ServiceFault(.invalidParameter, "Invalid device secret verifier config given.", cause: error)
        }
    }

    func seal(_ verifier: SRPVerifier, forDevice key: String, ofUser sub: String, inPool poolID: String) -> [UInt8] {
        sealer.seal(verifier.packed, purpose: Self.purpose, context: Self.context(key, sub, poolID))
    }

    /// The verifier of a device.
    /// - Throws: an internal error when the row is another device's, or damaged.
    func open(_ device: DeviceRecord) throws(ServiceFault) -> SRPVerifier {
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

extension UserPools {
    var deviceVerifiers: DeviceVerifiers { DeviceVerifiers(sealer: sealer) }
}
