// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the body of a write may do: ask and change.
///
/// Its changes become visible to others all together or not at all.
///
/// A body does not continue after a statement has thrown: PostgreSQL refuses every further statement then. Where a
/// collision is expected, `ON CONFLICT DO NOTHING` and the number of rows changed tell.
package protocol SQLConnection: SQLReader {
    /// Runs a statement and returns how many rows an INSERT, UPDATE or DELETE changed; the number has no meaning after
    /// other statements.
    ///
    /// Rows changed by the way, through foreign keys, are not counted.
    ///
    /// - Throws: ``StorageError``.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int
}
