// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import Synchronization

/// A store that lasts as long as the process.
package final class InMemoryCredentialStore: CredentialStore {
    private let items = Mutex<[String: Data]>([:])

    /// Creates an empty store.
    package init() {}

    package var name: String { "\(ObjectIdentifier(self))" }

    package func read(_ key: String) -> StoreAnswer {
        items.withLock { $0[key] }.map { .found($0) } ?? .absent
    }

    package func write(_ data: Data, for key: String) throws(StoreError) {
        items.withLock { $0[key] = data }
    }

    package func remove(_ key: String) throws(StoreError) {
        items.withLock { $0[key] = nil }
    }

    package func tryLock(_ key: String) -> StoreLock.Attempt { ProcessLock.attempt(store: name, key: key) }

    package func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        items.withLock { items in items.keys.filter { $0.hasPrefix(prefix) } }
    }
}
