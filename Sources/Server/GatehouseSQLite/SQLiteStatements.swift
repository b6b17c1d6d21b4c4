// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

/// The prepared statements of one connection, found without a look at their texts.
///
/// The conformance is unchecked because the statements are used where their connection is: on the queue of a writer, or by
/// the one caller that has the connection from ``IdleReaders``.
final class SQLiteStatements: @unchecked Sendable {
    /// The most statements that are known before texts that are made at run time, whose number has no limit, are left out.
    private static let mostKnown = 1_000

    private var known: [SQLText: SQLiteStatement] = [:]

    /// The statement with this text; `prepare` gets it from GRDB's cache, which keeps it.
    func statement(_ key: SQLText, prepare: (String) throws -> Statement) throws -> SQLiteStatement {
        if let statement = known[key], statement.isPrepared { return statement }
        let statement = SQLiteStatement(try prepare(key.text))
        if key.isConstant || known.count < Self.mostKnown { known[key] = statement }
        return statement
    }
}
