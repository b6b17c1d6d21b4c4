// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseStorage
import Synchronization

/// A database that counts its transactions.
package final class CountingDatabase: SQLDatabase {
    /// Numbers of transactions.
    package struct Counts: Sendable, Equatable, CustomStringConvertible {
        /// The transactions that only read.
        package var reads = 0
        /// The transactions that write; each one is synced to disk.
        package var writes = 0

        /// Creates numbers of transactions.
        package init(reads: Int = 0, writes: Int = 0) {
            self.reads = reads
            self.writes = writes
        }

        package var description: String { "\(reads) reads, \(writes) writes" }
    }

    private struct State {
        var counts = Counts()
        var action: (@Sendable () async throws -> Void)?
    }

    private let base: any SQLDatabase
    private let state = Mutex(State())

    /// Counts the transactions of a database.
    package init(_ base: some SQLDatabase) {
        self.base = base
    }

    /// The transactions so far.
    package var counts: Counts { state.withLock { $0.counts } }

    /// Returns the numbers of the transactions of an operation, during which no other one may run.
    /// - Throws: the error of the operation.
    package func count(_ operation: () async throws -> Void) async throws -> Counts {
        let before = counts
        try await operation()
        let after = counts
        return Counts(reads: after.reads - before.reads, writes: after.writes - before.writes)
    }

    /// Runs an action of another caller before the next transaction that writes.
    package func beforeNextWrite(_ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.action = action }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        state.withLock { $0.counts.reads += 1 }
        return try await base.read(body)
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let action = state.withLock { state in
            state.counts.writes += 1
            defer { state.action = nil }
            return state.action
        }
        try await action?()
        return try await base.write(body)
    }
}
