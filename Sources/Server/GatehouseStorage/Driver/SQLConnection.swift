// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

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

extension SQLConnection {
    /// Runs a statement that changes one row.
    ///
    /// - Throws: `StorageError.missingRow` if it changed no row.
    func change(_ table: String, _ statement: SQL) throws {
        guard try execute(statement) > 0 else { throw StorageError.missingRow(table) }
    }

    /// Runs an INSERT with ON CONFLICT DO NOTHING.
    ///
    /// - Throws: `StoreConflict.taken` if there was a conflict.
    func add(_ id: String, _ statement: SQL) throws {
        guard try execute(statement) > 0 else { throw StoreConflict.taken(id) }
    }
}
