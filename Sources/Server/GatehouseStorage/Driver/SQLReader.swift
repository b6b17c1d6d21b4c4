// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The queries that the body of a read can make.
///
/// It sees one snapshot of the database.
package protocol SQLReader {
    /// Runs a statement and returns its rows.
    ///
    /// - Throws: ``StorageError``.
    func query(_ sql: SQL) throws -> [SQLRow]
}

extension SQLReader {
    /// Runs a statement and returns its first row, for example for a lookup by key.
    ///
    /// - Throws: ``StorageError``.
    package func queryOne(_ sql: SQL) throws -> SQLRow? {
        try query(sql).first
    }
}
