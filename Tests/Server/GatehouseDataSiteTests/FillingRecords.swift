// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores
import GatehouseStorage
import Synchronization

/// A store of records whose disk can be full, at once or after some writes.
final class FillingRecords: RecordStore {
    private let base: any RecordStore
    /// The writes until the disk is full; `nil` for a disk with space.
    private let left = Mutex<Int?>(nil)

    init(_ base: any RecordStore) { self.base = base }

    /// Fills the disk after some writes.
    func fill(afterWrites count: Int = 0) { left.withLock { $0 = count } }

    /// Makes space on the disk.
    func makeSpace() { left.withLock { $0 = nil } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordReading) throws -> Value
    ) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordWriting) throws -> Value
    ) async throws -> Value {
        let isFull = left.withLock { left in
            guard let count = left else { return false }
            left = max(0, count - 1)
            return count == 0
        }
        guard !isFull else { throw StorageError.full }
        return try await base.write(body)
    }
}
