// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
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

extension StoredPasskey {
    /// The passkeys that an item of a store holds; nil if it is damaged.
    static func all(in item: Data) -> [StoredPasskey]? {
        try? JSONDecoder().decode([StoredPasskey].self, from: item)
    }

    /// The item that holds these passkeys.
    static func item(_ passkeys: [StoredPasskey]) -> Data? {
        try? JSONEncoder().encode(passkeys)
    }

    /// Returns the item with the passkeys of another store added to its own.
    ///
    /// A passkey that is in both, because it was copied before, is kept once, with the higher of its counts: a service
    /// refuses a count that it has seen.
    fileprivate static func item(_ present: StoreAnswer, with taken: [StoredPasskey]) throws(StoreError) -> Data {
        var passkeys: [StoredPasskey] = []
        switch present {
        case .absent: break
        case .unreadable(let error): throw error
        case .found(let data): passkeys = try undamaged(data)
        }
        for other in taken {
            if let index = passkeys.firstIndex(where: { $0.id == other.id }) {
                passkeys[index].signatureCount = max(passkeys[index].signatureCount, other.signatureCount)
            } else {
                passkeys.append(other)
            }
        }
        guard let item = item(passkeys) else { throw .damagedPasskeys }
        return item
    }

    /// The passkeys that an item holds; throws if it is damaged.
    fileprivate static func undamaged(_ item: Data) throws(StoreError) -> [StoredPasskey] {
        guard let passkeys = all(in: item) else { throw .damagedPasskeys }
        return passkeys
    }
}

extension CredentialStore {
    /// Copies the passkeys of the software authenticator from another store.
    ///
    /// They are added to those in this store: other programs may share it, and a lost passkey cannot be made again.
    ///
    /// - Parameters:
    ///   - source: the other store, which keeps its own.
    ///   - keys: the names of the items in both.
    /// - Throws: `StoreError`, also where an item is damaged; then nothing has changed.
    package func takePasskeys(from source: any CredentialStore, _ keys: StoreKeys) throws(StoreError) {
        let taken: [StoredPasskey]
        switch source.read(keys.passkeys) {
        case .absent: return
        case .unreadable(let error): throw error
        case .found(let data): taken = try StoredPasskey.undamaged(data)
        }
        try update(keys.passkeys) { present throws(StoreError) in
            .write(try StoredPasskey.item(present, with: taken))
        }
    }
}

extension StoreError {
    fileprivate static var damagedPasskeys: StoreError {
        StoreError(.understanding, reason: "The passkeys in the store are damaged.")
    }
}
