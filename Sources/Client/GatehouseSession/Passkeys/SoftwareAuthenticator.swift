// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCrypto
import GatehouseWire

/// A software authenticator: its passkeys are in the app's credential store.
///
/// The login to the machine counts as the verification of the user: only a process of that login can read the store.
/// Passkeys are ES256 keys that do not leave the store, without attestation, one for each user of a domain. A sign-in
/// offers a passkey only to a user with a passkey here.
package struct SoftwareAuthenticator: PasskeyAuthenticator {
    private let store: any CredentialStore
    private let key: String
    private let entropy: Entropy

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - store: the store of the passkeys.
    ///   - keys: the names of the app's items.
    ///   - entropy: draws the ids of passkeys.
    package init(store: any CredentialStore, keys: StoreKeys, entropy: Entropy = .system) {
        self.store = store
        self.key = keys.passkeys
        self.entropy = entropy
    }

    package func register(_ options: Data, names: [String]) async throws(PasskeyError) -> Data {
        let options = try PasskeyCreationOptions(options)
        guard options.takesES256 else { throw .notSupported("The service does not take ES256 keys.") }
        let signer = P256SigningKey.generate()
        let passkey = StoredPasskey(
            id: entropy.bytes(32),
            relyingPartyID: options.relyingPartyID,
            userHandle: options.userHandle,
            userNames: (names + [options.userName]).map { $0.lowercased() },
            privateKey: signer.scalar,
            signatureCount: 0
        )
        try change { passkeys throws(PasskeyError) in
            let isThere = passkeys.contains { other in
                other.relyingPartyID == options.relyingPartyID && options.excludedIDs.contains(other.id)
            }
            if isThere { throw .alreadyRegistered }
            passkeys.removeAll { $0.relyingPartyID == passkey.relyingPartyID && $0.userHandle == passkey.userHandle }
            passkeys.append(passkey)
        }
        let clientData = ClientData(.create, challenge: options.challenge, relyingPartyID: options.relyingPartyID)
        return passkey.registration(signer.publicKey, clientData).json()
    }

    package func assert(_ options: Data) async throws(PasskeyError) -> Data {
        let options = try PasskeyRequestOptions(options)
        let passkey = try change { passkeys throws(PasskeyError) in
            let index = passkeys.lastIndex { options.allows($0) }
            guard let index else { throw .noCredential }
            passkeys[index].signatureCount += 1
            return passkeys[index]
        }
        let clientData = ClientData(.get, challenge: options.challenge, relyingPartyID: options.relyingPartyID)
        return try passkey.assertion(clientData).json()
    }

    /// Whether the store holds a passkey of the user, or one of a version that did not keep names.
    ///
    /// If the store cannot be read now, a passkey is offered: the sign-in then reports the error.
    package func offersPasskey(to names: [String]) -> Bool {
        let names = Set(names.map { $0.lowercased() })
        guard let passkeys = try? Self.passkeys(in: store.read(key)) else { return true }
        return passkeys.contains { passkey in passkey.userNames.map { !names.isDisjoint(with: $0) } ?? true }
    }

    /// Reads the passkeys, changes them, and writes them if the change does not throw, in one go.
    private func change<Value: Sendable>(
        _ body: (inout [StoredPasskey]) throws(PasskeyError) -> Value
    ) throws(PasskeyError) -> Value {
        var result: Result<Value, PasskeyError> = .failure(.failed("The passkeys cannot be read."))
        do throws(StoreError) {
            try store.update(key) { stored in
                let (outcome, data) = Self.changed(stored, body)
                result = outcome
                return data.map { .write($0) } ?? .keep
            }
        } catch {
            throw .failed("The passkeys cannot be written.")
        }
        return try result.get()
    }

    private static func changed<Value>(
        _ stored: StoreAnswer,
        _ body: (inout [StoredPasskey]) throws(PasskeyError) -> Value
    ) -> (Result<Value, PasskeyError>, Data?) {
        do throws(PasskeyError) {
            var passkeys = try passkeys(in: stored)
            let value = try body(&passkeys)
            guard let data = StoredPasskey.item(passkeys) else {
                throw .failed("The passkeys have no JSON form.")
            }
            return (.success(value), data)
        } catch {
            return (.failure(error), nil)
        }
    }

    /// The stored passkeys; throws if they cannot be read, because an empty list would overwrite them.
    private static func passkeys(in stored: StoreAnswer) throws(PasskeyError) -> [StoredPasskey] {
        switch stored {
        case .absent: return []
        case .unreadable: throw .failed("The passkeys cannot be read.")
        case .found(let data):
            guard let passkeys = StoredPasskey.all(in: data) else {
                throw .failed("The passkeys in the store are damaged.")
            }
            return passkeys
        }
    }
}

/// The client data that an authenticator signs: `CollectedClientData` of WebAuthn Level 3, section 5.8.1.
package struct ClientData: Sendable {
    /// The two ceremonies, as client data names them.
    package enum Ceremony: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// The JSON.
    package let bytes: [UInt8]

    /// An app is of the origin that belongs to the domain of the relying party, as on Apple's systems.
    package init(_ ceremony: Ceremony, challenge: [UInt8], relyingPartyID: String) {
        let data: WireValue = [
            "type": .string(ceremony.rawValue), "challenge": .string(Base64URL.encode(challenge)),
            "origin": .string("https://\(relyingPartyID)"), "crossOrigin": false,
        ]
        bytes = data.jsonBytes()
    }
}
