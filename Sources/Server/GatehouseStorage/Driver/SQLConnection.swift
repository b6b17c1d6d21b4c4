// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The queries and changes that the body of a write can make.
///
/// Other transactions see all of its changes or none.
///
/// A body does not continue after a statement has thrown, because PostgreSQL then refuses every further statement.
/// Where a conflict is expected, use `ON CONFLICT DO NOTHING` and the number of changed rows.
package protocol SQLConnection: SQLReader {
    /// Runs a statement and returns the number of rows that an INSERT, UPDATE or DELETE changed; the number has no
    /// meaning after other statements.
    ///
    /// Rows that are changed through foreign keys are not counted.
    ///
    /// - Throws: ``StorageError``.
    @discardableResult
    func execute(_ sql: SQL) throws -> Int
}
