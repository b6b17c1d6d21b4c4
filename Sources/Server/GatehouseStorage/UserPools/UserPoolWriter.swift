// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// Reads and writes inside a transaction.
///
/// Nothing is cached, because the changes may be rolled back.
struct UserPoolWriter: SQLUserPoolReading, UserPoolWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }

    /// Runs a statement that changes one row.
    ///
    /// - Throws: `StorageError.missingRow` if it changed no row.
    func change(_ table: String, _ statement: SQL) throws {
        guard try connection.execute(statement) > 0 else { throw StorageError.missingRow(table) }
    }

    /// Runs an INSERT with ON CONFLICT DO NOTHING.
    ///
    /// - Throws: `UserPoolStoreError.taken` if there was a conflict.
    func add(_ id: String, _ statement: SQL) throws {
        guard try connection.execute(statement) > 0 else { throw UserPoolStoreError.taken(id) }
    }
}
