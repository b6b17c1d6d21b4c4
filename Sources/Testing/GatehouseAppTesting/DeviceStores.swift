// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSession
import Synchronization

/// The credential stores of the devices of a test, in memory: they outlive the plugins that use them.
package final class DeviceStores: Sendable {
    private let stores = Mutex<[String: InMemoryCredentialStore]>([:])

    /// Creates stores of no device.
    package init() {}

    /// Returns the store of a device, which is empty at first.
    package func store(ofDevice name: String) -> InMemoryCredentialStore {
        stores.withLock { stores in
            let store = stores[name] ?? InMemoryCredentialStore()
            stores[name] = store
            return store
        }
    }
}
