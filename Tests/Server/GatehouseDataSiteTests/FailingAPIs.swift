// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores
import GatehouseStorage
import Synchronization

/// A store of APIs and keys that cannot be read for a while.
final class FailingAPIs: DataAPIStore {
    private let base: any DataAPIStore
    private let isDown = Mutex(false)

    init(_ base: any DataAPIStore) { self.base = base }

    /// Begins the outage.
    func fail() { isDown.withLock { $0 = true } }

    /// Ends the outage.
    func recover() { isDown.withLock { $0 = false } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DataAPIReading) throws -> Value
    ) async throws -> Value {
        guard !isDown.withLock({ $0 }) else { throw StorageError.inputOutput("down") }
        return try await base.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DataAPIWriting) throws -> Value
    ) async throws -> Value {
        try await base.write(body)
    }
}
