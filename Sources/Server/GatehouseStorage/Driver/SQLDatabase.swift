// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The port that each database driver implements.
///
/// A transaction is one synchronous closure: nothing awaits inside. What waits for a disk's sync, a lock or a socket runs
/// on the driver's own threads; a search in memory may run on its caller's. What every driver keeps, and the contract
/// suite attacks:
/// - A write's result is returned only after its changes are on disk.
/// - An error thrown by a body undoes that body's changes, no others, and reaches the caller as it was thrown.
/// - A statement's failure is a ``StorageError``. A value that is not ``SQLValue/isStorable`` is refused as such.
/// - Bodies of writes run one after another, or as though they did. A body runs again only after a serialization failure
///   reported by the engine, and its earlier run has left nothing behind; so a body has no effects but its statements.
/// - A write whose task was cancelled before the call throws `CancellationError`. Later cancellation does not undo it and
///   does not hide its result.
package protocol SQLDatabase: Sendable {
    /// Runs `body` on one unchanging state of the database.
    ///
    /// - Throws: what `body` throws, ``StorageError``, or `CancellationError`.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value

    /// Runs `body` as one transaction, and returns when it is on disk.
    ///
    /// - Throws: what `body` throws, ``StorageError``, or `CancellationError`.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Value) async throws -> Value
}
