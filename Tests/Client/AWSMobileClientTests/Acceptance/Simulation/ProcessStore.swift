// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// The store as one process sees it; after the end of the process nothing reaches the store.
final class ProcessStore: CredentialStore {
    private let base: any CredentialStore
    private let hasEnded = Mutex(false)

    init(_ base: any CredentialStore) { self.base = base }

    var name: String { base.name }

    /// Ends the process.
    func end() { hasEnded.withLock { $0 = true } }

    func read(_ key: String) -> StoreAnswer { base.read(key) }

    func write(_ data: Data, for key: String) throws(StoreError) {
        try hasEnded.withLock { hasEnded throws(StoreError) in
            if !hasEnded { try base.write(data, for: key) }
        }
    }

    func remove(_ key: String) throws(StoreError) {
        try hasEnded.withLock { hasEnded throws(StoreError) in
            if !hasEnded { try base.remove(key) }
        }
    }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] { try base.keys(startingWith: prefix) }
}
