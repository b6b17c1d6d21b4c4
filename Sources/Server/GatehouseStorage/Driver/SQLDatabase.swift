// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The port that each database driver implements.
///
/// A transaction is one synchronous closure, without suspension. Waits for a disk's sync, a lock or a socket happen on
/// the driver's own threads; a lookup in memory may happen on the caller's thread. The contract suite tests these rules
/// of every driver:
/// - A write's result is returned only after its changes are on disk.
/// - An error thrown by a body undoes that body's changes, no others, and is rethrown unchanged.
/// - A statement's failure is a ``StorageError``. A value that is not ``SQLValue/isStorable`` is refused with
///   ``StorageError/unstorableValue``.
/// - Bodies of writes have the same effect as if they ran one after another. A body runs again only after a
///   serialization failure of the engine, or after its connection was lost: the changes of its earlier run have been
///   undone then, or may be made twice. So a body has no effects except its statements, and draws no random values: a
///   later run stores the same keys.
/// - If the connection is lost at the commit, the driver finds out whether the write was committed, by the witness of the
///   body: see ``SQLConnection/execute(_:witness:)``. If it cannot find out, the write throws
///   ``StorageError/unknownOutcome``.
/// - A write whose task was cancelled before the call throws `CancellationError`. Later cancellation does not undo it and
///   does not hide its result.
package protocol SQLDatabase: Sendable {
    /// Runs `body` on one snapshot of the database.
    ///
    /// - Throws: the error of `body`, ``StorageError``, or `CancellationError`.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value

    /// Runs `body` as one transaction, and returns after its changes are on disk.
    ///
    /// - Throws: the error of `body`, ``StorageError``, or `CancellationError`.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Value) async throws -> Value
}

/// The queries that the body of a read can make.
///
/// It sees one snapshot of the database.
package protocol SQLReader {
    /// Runs a statement and returns its rows.
    ///
    /// - Throws: ``StorageError``.
    func query(_ sql: SQL) throws -> [SQLRow]

    /// Runs a statement, and calls `body` at each of its rows until it returns `false`.
    ///
    /// Nothing is copied except the columns that `body` reads. It runs no statement.
    ///
    /// - Throws: ``StorageError``, or the error of `body`.
    func read(_ sql: SQL, _ body: (SQLCursor) throws -> Bool) throws

    /// Tells the driver which queries the body makes next, in any order, with the same text and arguments; each is a SELECT
    /// of a few rows.
    ///
    /// A driver with a connection can send them together. What they return is the same without this call, and a driver
    /// without a connection does not make them.
    func expect(_ queries: @autoclosure () -> [SQL])
}

extension SQLReader {
    /// Reads the rows as ``query(_:)`` returns them.
    package func read(_ sql: SQL, _ body: (SQLCursor) throws -> Bool) throws {
        for row in try query(sql) {
            guard try body(SQLCursor(StoredColumns(row))) else { return }
        }
    }

    /// Does nothing: an engine inside the process has no trips to save.
    package func expect(_ queries: @autoclosure () -> [SQL]) {}

    /// Whether a statement returns a row.
    ///
    /// - Throws: ``StorageError``.
    func hasRow(_ sql: SQL) throws -> Bool {
        var hasRow = false
        try read(sql) { _ in
            hasRow = true
            return false
        }
        return hasRow
    }

    /// Runs a statement and returns its first row, for example for a lookup by key.
    ///
    /// - Throws: ``StorageError``.
    package func queryOne(_ sql: SQL) throws -> SQLRow? {
        try query(sql).first
    }
}

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

    /// Runs a statement like ``execute(_:)``, and notes how to find out later that this transaction was committed.
    ///
    /// `witness` is a query that returns a row if the transaction was committed, and none if it was not, for example by
    /// the random key of a row that `sql` inserts. A key that another transaction can store too, such as a name, is none.
    /// It is noted only if `sql` changes a row. The last noted one counts, and it decides for the whole transaction. For a
    /// body that names none, the driver adds a row of its own; one that may be run twice names ``SQL/noWitness``.
    ///
    /// The numbers of transactions are no witness: after a failover the server can give them out again.
    ///
    /// - Throws: ``StorageError``.
    @discardableResult
    func execute(_ sql: SQL, witness: SQL) throws -> Int

    /// Runs a statement; the body does not need the number of changed rows.
    ///
    /// A driver with a connection can send it with the next query or with the commit. Its failure then comes from that.
    ///
    /// - Throws: ``StorageError``.
    func post(_ sql: SQL) throws

    /// Runs an INSERT of a row under a random key like ``post(_:)``, and notes how to find the row: see
    /// ``execute(_:witness:)``.
    ///
    /// - Throws: ``StorageError``; if the key exists already, `StoreConflict.taken` with `id` or, from a driver that sends it
    ///   later, an error of that.
    func post(_ id: String, _ insertion: SQL, witness: SQL) throws

    /// Runs an INSERT of a row under a key that another transaction may store, too.
    ///
    /// A driver with a connection can take the row to be new, and send the INSERT with the next query or with the commit. If
    /// there was a row with the key, nothing of the transaction is kept, and its body runs again with the right answer.
    ///
    /// - Returns: `false` if there was a row with the key.
    /// - Throws: ``StorageError``.
    func claim(_ insertion: SQL) throws -> Bool
}

extension SQLConnection {
    /// Runs the statement alone.
    ///
    /// An engine inside the process, such as SQLite, has no connection that can be lost between a commit and its answer.
    @discardableResult
    package func execute(_ sql: SQL, witness: SQL) throws -> Int {
        try execute(sql)
    }

    /// Runs the statement at once.
    package func post(_ sql: SQL) throws {
        try execute(sql)
    }

    /// Runs the INSERT at once.
    package func post(_ id: String, _ insertion: SQL, witness: SQL) throws {
        try add(id, insertion.ignoringConflicts, witness: witness)
    }

    /// Runs the INSERT at once.
    package func claim(_ insertion: SQL) throws -> Bool {
        try execute(insertion.ignoringConflicts) > 0
    }

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

    /// Runs an INSERT with ON CONFLICT DO NOTHING, and notes how to find its row: see ``execute(_:witness:)``.
    ///
    /// - Throws: `StoreConflict.taken` if there was a conflict.
    func add(_ id: String, _ statement: SQL, witness: SQL) throws {
        guard try execute(statement, witness: witness) > 0 else { throw StoreConflict.taken(id) }
    }
}
