// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

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
