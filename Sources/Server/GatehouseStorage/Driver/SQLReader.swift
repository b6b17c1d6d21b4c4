// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the body of a read may do: ask.
///
/// It sees one unchanging state of the database.
package protocol SQLReader {
    /// Runs a statement and returns its rows.
    ///
    /// - Throws: ``StorageError``.
    func query(_ sql: SQL) throws -> [SQLRow]
}

extension SQLReader {
    /// Runs a statement that answers with at most one row, as a search by key does.
    ///
    /// - Throws: ``StorageError``.
    package func queryOne(_ sql: SQL) throws -> SQLRow? {
        try query(sql).first
    }
}
