// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
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

/// A key that seals the items of a store; it never prints.
package struct SealingKey: Sendable {
    /// The name of a key; each item that it seals has it.
    package struct ID: Sendable, Hashable {
        /// The bytes of an id.
        static let byteCount = 16

        let bytes: [UInt8]

        /// The id as hexadecimal digits.
        package var text: String { Hex.encode(bytes) }

        init?(_ bytes: some Sequence<UInt8>) {
            self.bytes = Array(bytes)
            if self.bytes.count != Self.byteCount { return nil }
        }

        init?(text: String) {
            guard let bytes = Hex.decode(text) else { return nil }
            self.init(bytes)
        }
    }

    package let id: ID
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Takes a key of 32 bytes.
    package init(id: ID, bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
    }

    /// Draws a new key; nil if the source draws fewer bytes than it should.
    init?(drawnFrom entropy: Entropy) {
        guard let id = ID(entropy.bytes(ID.byteCount)) else { return nil }
        self.init(id: id, bytes: entropy.bytes(AESGCM.keyBytes))
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(sealing key)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

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
