// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A place for sealing keys apart from the items that they seal.
package protocol SealingKeyVault: Sendable {
    /// The key of an id; nil if the vault can be read and has no such key.
    ///
    /// - Throws: `StoreError`, which says how the vault can be read again: it is locked, or it does not answer.
    func key(_ id: SealingKey.ID) throws(StoreError) -> SealingKey?

    /// Keeps a key; when the call returns, it is kept across restarts.
    func add(_ key: SealingKey) throws(StoreError)

    /// Removes the key of an id; an absent key is not an error.
    func remove(_ id: SealingKey.ID) throws(StoreError)
}
