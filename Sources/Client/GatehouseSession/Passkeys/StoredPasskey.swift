// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// A passkey of the software authenticator, as the store keeps it.
struct StoredPasskey: Sendable, Equatable, Codable {
    let id: [UInt8]
    let relyingPartyID: String
    let userHandle: [UInt8]
    /// The user's names in lower case; nil in a passkey of a version that did not keep them.
    var userNames: [String]?
    let privateKey: [UInt8]
    var signatureCount: UInt32

    /// `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1), with the attestation format `none`.
    func registration(_ publicKey: P256VerificationKey, _ clientData: ClientData) -> WireValue {
        let data = authenticatorData(.registration) + attestedCredential(publicKey)
        return PasskeyCredential(id: id, attachment: .platform)
            .registration(data, clientDataJSON: clientData.bytes, transports: ["internal"])
    }

    /// `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1).
    func assertion(_ clientData: ClientData) throws(PasskeyError) -> WireValue {
        let data = authenticatorData(.assertion)
        guard let signer = P256SigningKey(scalar: privateKey),
            let signature = try? signer.sign(data + sha256(clientData.bytes))
        else { throw .failed("The passkey's key cannot be used.") }
        return PasskeyCredential(id: id, attachment: .platform)
            .assertion(data, clientDataJSON: clientData.bytes, signature: signature, userHandle: userHandle)
    }

    /// The flags of authenticator data (section 6.1): user present, user verified, attested credential data included.
    private enum Ceremony: UInt8 {
        case assertion = 0x05
        case registration = 0x45
    }

    private func authenticatorData(_ ceremony: Ceremony) -> [UInt8] {
        let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: signatureCount >> (8 * UInt32($0))) }
        return sha256(Array(relyingPartyID.utf8)) + [ceremony.rawValue] + count
    }

    /// Attested credential data (section 6.5.1): no model, the id, and the public key in COSE (RFC 9052).
    private func attestedCredential(_ publicKey: P256VerificationKey) -> [UInt8] {
        let model = [UInt8](repeating: 0, count: 16)
        let (x, y) = publicKey.coordinates
        // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
        let key: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + x + [0x22, 0x58, 0x20] + y
        return model + [0, UInt8(truncatingIfNeeded: id.count)] + id + key
    }
}

extension StoredPasskey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(passkey for \(relyingPartyID))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["relyingPartyID": relyingPartyID]) }
}
