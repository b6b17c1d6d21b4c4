// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Synchronization

/// Remembers derived keys, which cost more than a seal.
///
/// Purposes are few and fixed, so the memory is bounded by them.
final class SubkeyCache: Sendable {
    private struct Name: Hashable {
        let keyID: String
        let purpose: String
    }

    private static let limit = 1_024
    private let keys = Mutex<[Name: SymmetricKey]>([:])

    /// The key of a master key for a purpose, derived once.
    func key(of master: SealingKey, purpose: String) -> SymmetricKey {
        let name = Name(keyID: master.id, purpose: purpose)
        if let known = keys.withLock({ $0[name] }) {
            return known
        }
        let derived = master.subkey(purpose: purpose)
        keys.withLock { keys in
            if keys.count >= Self.limit {
                keys.removeAll()
            }
            keys[name] = derived
        }
        return derived
    }
}
