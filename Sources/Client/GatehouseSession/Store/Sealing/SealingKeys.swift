// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The keys of a vault, each of which is read once.
///
/// A vault that is locked later, or ends, does not disturb a program that has its key.
package final class SealingKeys: Sendable {
    private let vault: any SealingKeyVault
    private let known = Mutex<[SealingKey.ID: SealingKey]>([:])

    /// Takes the keys of a vault.
    package init(_ vault: any SealingKeyVault) {
        self.vault = vault
    }

    /// The key of an id; nil if the vault can be read and has no such key.
    func key(_ id: SealingKey.ID) throws(StoreError) -> SealingKey? {
        if let key = known.withLock({ $0[id] }) { return key }
        guard let key = try vault.key(id) else { return nil }
        known.withLock { $0[id] = key }
        return key
    }

    /// Keeps a new key in the vault.
    func add(_ key: SealingKey) throws(StoreError) {
        try vault.add(key)
        known.withLock { $0[key.id] = key }
    }

    /// Removes a key from the vault.
    func remove(_ id: SealingKey.ID) throws(StoreError) {
        known.withLock { $0[id] = nil }
        try vault.remove(id)
    }
}
