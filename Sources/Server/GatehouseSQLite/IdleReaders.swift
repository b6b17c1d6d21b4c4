// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GRDBSQLite
import GatehouseStorage
import Synchronization

/// A pool of read-only connections; each serves one caller at a time, on the caller's thread.
///
/// A lookup by key in a write-ahead log takes no locks and usually finds its pages in memory: moving it to another
/// thread takes several times as long as the lookup itself.
final class IdleReaders: Sendable {
    private struct State {
        /// The connections that are not lent; the last one was used last.
        var idle: [IdleReader]
        var isClosed = false
    }

    private let state: Mutex<State>
    private let all: [IdleReader]

    /// Opens `count` connections to the database at `path`, which exists and has a write-ahead log.
    ///
    /// `end` ends a connection's transaction; it may fail.
    init(
        path: String, count: Int, configuration: Configuration,
        end: @escaping @Sendable (IdleReader) -> Void = { reader in reader.endTransaction() }
    ) throws {
        var configuration = configuration
        configuration.readonly = true
        // If a transaction cannot be ended, its connection is closed; the process continues.
        configuration.allowsUnsafeTransactions = true
        let all = try (0..<count).map { [configuration] _ in
            IdleReader(try DatabaseQueue(path: path, configuration: configuration), end: end)
        }
        self.all = all
        state = Mutex(State(idle: all))
    }

    /// Lends a connection, which the caller gives back on every way out; `nil` if every one is in use.
    func lend() -> IdleReader? {
        state.withLock { state in state.idle.popLast() }
    }

    /// Makes a connection lendable again, or closes it if it is still inside a transaction and would show old data.
    func giveBack(_ reader: IdleReader) {
        guard !reader.isInsideTransaction else {
            try? reader.close()
            return
        }
        state.withLock { state in
            if !state.isClosed { state.idle.append(reader) }
        }
    }

    /// Closes the connections after their running transactions; none is lent any more.
    func close() throws {
        state.withLock { state in state = State(idle: [], isClosed: true) }
        for reader in all { try reader.close() }
    }
}

/// A read-only connection that GRDB opens and closes, and that needs no queue between.
///
/// The conformance is unchecked because ``IdleReaders`` lends it to one caller at a time, and the lock lets it be closed
/// only between two transactions.
@safe final class IdleReader: SQLReader, @unchecked Sendable {
    private static let begin: GatehouseStorage.SQL = "BEGIN DEFERRED TRANSACTION"
    private static let commit: GatehouseStorage.SQL = "COMMIT TRANSACTION"

    private let queue: DatabaseQueue
    /// SQLite's connection, which is valid until it is closed.
    private let connection: OpaquePointer?
    private let statements = SQLiteStatements()
    private let end: @Sendable (IdleReader) -> Void
    private let use = Mutex(())
    private var isOpen = true

    /// Uses an open connection; `end` ends its transactions.
    init(_ queue: DatabaseQueue, end: @escaping @Sendable (IdleReader) -> Void) {
        self.queue = queue
        self.end = end
        unsafe connection = queue.inDatabase { database in unsafe database.sqliteConnection }
    }

    // MARK: - Queries

    func query(_ sql: GatehouseStorage.SQL) throws -> [SQLRow] {
        try StorageError.translating { try prepared(sql).rows(arguments: sql.arguments) }
    }

    func read(_ sql: GatehouseStorage.SQL, _ body: (SQLCursor) throws -> Bool) throws {
        try StorageError.translating { try prepared(sql).read(arguments: sql.arguments, body) }
    }

    /// The statement, which GRDB prepares the first time, on its own queue.
    private func prepared(_ sql: GatehouseStorage.SQL) throws -> SQLiteStatement {
        try statements.statement(sql.key) { text in
            try queue.inDatabase { database in try database.cachedStatement(sql: text) }
        }
    }

    /// The header of the open file; `nil` if it cannot be read.
    func header() -> SQLiteHeader? {
        use.withLock { _ in
            guard isOpen, let connection = unsafe connection else { return nil }
            return unsafe SQLiteHeader.read(connection)
        }
    }

    // MARK: - Transactions

    /// Runs `body` on one snapshot of the database.
    /// - Throws: the error of `body`, or GRDB's error.
    func transaction<Value: Sendable>(_ body: @Sendable (any SQLReader) throws -> Value) throws -> Value {
        try use.withLock { _ in
            guard isOpen else { throw StorageError.closed }
            try prepared(Self.begin).run(arguments: [])
            defer { end(self) }
            return try body(self)
        }
    }

    /// Whether the connection is inside a transaction.
    var isInsideTransaction: Bool {
        use.withLock { _ in
            guard isOpen, let connection = unsafe connection else { return false }
            return unsafe sqlite3_get_autocommit(connection) == 0
        }
    }

    /// Ends a transaction that has only read, so that nothing is lost if it is rolled back.
    func endTransaction() {
        do {
            try prepared(Self.commit).run(arguments: [])
        } catch {
            try? queue.inDatabase { database in try database.rollback() }
        }
    }

    /// Closes the connection after its running transaction.
    func close() throws {
        try use.withLock { _ in
            isOpen = false
            try queue.close()
        }
    }
}
