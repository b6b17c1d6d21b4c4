// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GRDBSQLite
import GatehouseStorage
import Synchronization

/// A pool of read-only connections; each serves one caller at a time, on the caller's thread.
///
/// A lookup by key in a write-ahead log takes no locks and usually finds its pages in memory: moving it to another
/// thread takes several times as long as the lookup itself. A connection has some hundred kilobytes for the schema and for
/// pages, so all but the first are opened when the others are in use.
///
/// Those that were opened first are lent first: each prepares its statements itself, and those that few requests need
/// would otherwise take turns with the one that has them all.
final class IdleReaders: Sendable {
    private struct State {
        /// The connections that are not lent; the last one was opened first.
        var idle: [IdleReader]
        /// All connections that were opened.
        var opened: [IdleReader]
        /// The number of connections that may still be opened.
        var unopened: Int
        var isClosed = false
    }

    private let path: String
    private let configuration: Configuration
    private let end: @Sendable (IdleReader) -> Void
    private let state: Mutex<State>

    /// Opens the first of `count` connections to the database at `path`, which exists and has a write-ahead log.
    ///
    /// `end` ends a connection's transaction; it may fail.
    init(
        path: String, count: Int, configuration: Configuration,
        end: @escaping @Sendable (IdleReader) -> Void = { reader in reader.endTransaction() }
    ) throws {
        self.path = path
        self.end = end
        var configuration = configuration
        configuration.readonly = true
        // If a transaction cannot be ended, its connection is closed; the process continues.
        configuration.allowsUnsafeTransactions = true
        self.configuration = configuration
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let first = IdleReader(queue, openedBefore: count - 1, end: end)
        state = Mutex(State(idle: [first], opened: [first], unopened: count - 1))
    }

    /// The number of connections that were opened.
    var count: Int { state.withLock { state in state.opened.count } }

    /// Lends a connection, which the caller gives back on every way out; `nil` if every one is in use.
    ///
    /// A further connection is opened only if `files` are still those that were opened.
    func lend(checking files: OpenFiles? = nil) -> IdleReader? {
        let (reader, others) = state.withLock { state -> (IdleReader?, Int?) in
            if let reader = state.idle.popLast() { return (reader, nil) }
            guard state.unopened > 0 else { return (nil, nil) }
            state.unopened -= 1
            return (nil, state.unopened)
        }
        guard let others else { return reader }
        return newReader(openedBefore: others, checking: files)
    }

    /// Opens a connection, in about the time of a signature; `nil` if it could be one to another database.
    private func newReader(openedBefore others: Int, checking files: OpenFiles?) -> IdleReader? {
        let reader = isUnchanged(files) ? opened(before: others) : nil
        let isSame = isUnchanged(files)
        return state.withLock { state -> IdleReader? in
            guard let reader, isSame, !state.isClosed else {
                if !state.isClosed { state.unopened += 1 }
                return nil
            }
            state.opened.append(reader)
            return reader
        }
    }

    private func opened(before others: Int) -> IdleReader? {
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return IdleReader(queue, openedBefore: others, end: end)
        } catch {
            return nil
        }
    }

    private func isUnchanged(_ files: OpenFiles?) -> Bool { files?.areUnchanged ?? true }

    /// Makes a connection lendable again, or closes it if it is still inside a transaction and would show old data.
    func giveBack(_ reader: IdleReader) {
        guard !reader.isInsideTransaction else {
            try? reader.close()
            return
        }
        state.withLock { state in
            guard !state.isClosed else { return }
            let place = state.idle.firstIndex { $0.others > reader.others } ?? state.idle.endIndex
            state.idle.insert(reader, at: place)
        }
    }

    /// Closes the connections after their running transactions; none is lent any more.
    func close() throws {
        let opened = state.withLock { state -> [IdleReader] in
            state.idle = []
            state.unopened = 0
            state.isClosed = true
            return state.opened
        }
        for reader in opened { try reader.close() }
    }
}

/// A read-only connection that GRDB opens and closes, and that needs no queue between.
///
/// The conformance is unchecked because ``IdleReaders`` lends it to one caller at a time, and the lock lets it be closed
/// only between two transactions.
@safe final class IdleReader: SQLReader, @unchecked Sendable {
    private static let begin: GatehouseStorage.SQL = "BEGIN DEFERRED TRANSACTION"
    private static let commit: GatehouseStorage.SQL = "COMMIT TRANSACTION"

    /// The number of connections that could still be opened after this one.
    let others: Int
    private let queue: DatabaseQueue
    /// SQLite's connection, which is valid until it is closed.
    private let connection: OpaquePointer?
    private let statements = SQLiteStatements()
    private let end: @Sendable (IdleReader) -> Void
    private let use = Mutex(())
    private var isOpen = true

    /// Uses an open connection; `end` ends its transactions.
    init(_ queue: DatabaseQueue, openedBefore others: Int, end: @escaping @Sendable (IdleReader) -> Void) {
        self.others = others
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
