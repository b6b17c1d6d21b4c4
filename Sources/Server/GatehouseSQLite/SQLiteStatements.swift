// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

/// The prepared statements of one connection, found without a look at their texts.
///
/// The conformance is unchecked because the statements are used where their connection is: on the queue of a writer, or by
/// the one caller that has the connection from ``IdleReaders``.
final class SQLiteStatements: @unchecked Sendable {
    private var known: [SQLText: SQLiteStatement] = [:]

    /// The statement with this text; `prepare` gets it from GRDB's cache, which keeps it.
    func statement(_ key: SQLText, prepare: (String) throws -> Statement) throws -> SQLiteStatement {
        // Texts that are made at run time have no limited number.
        guard key.isConstant else { return SQLiteStatement(try prepare(key.text)) }
        if let statement = known[key], statement.isPrepared { return statement }
        let statement = SQLiteStatement(try prepare(key.text))
        known[key] = statement
        return statement
    }
}
