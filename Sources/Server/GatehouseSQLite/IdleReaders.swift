// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import Synchronization

/// A pool of read-only connections; each serves one caller at a time.
///
/// A lookup by key in a write-ahead log takes no locks and usually finds its pages in memory: moving it to another
/// thread takes several times as long as the lookup itself. A connection has some hundred kilobytes for the schema and for
/// pages, so all but the first are opened when the others are in use.
final class IdleReaders: Sendable {
    private struct State {
        /// The connections that no caller uses.
        var idle: [DatabaseQueue] = []
        /// All connections that were opened.
        var opened: [DatabaseQueue] = []
        /// The number of connections that may still be opened.
        var unopened: Int
        var isClosed = false
    }

    private let path: String
    private let configuration: Configuration
    private let state: Mutex<State>
    private let end: @Sendable (Database) -> Void

    /// Opens the first of `count` connections to the database at `path`, which exists and has a write-ahead log.
    ///
    /// `end` ends a connection's transaction; it may fail.
    init(
        path: String, count: Int, configuration: Configuration,
        end: @escaping @Sendable (Database) -> Void = IdleReaders.commitOrRollBack
    ) throws {
        self.path = path
        self.end = end
        var configuration = configuration
        configuration.readonly = true
        // If a transaction cannot be ended, its connection is closed; the process continues.
        configuration.allowsUnsafeTransactions = true
        self.configuration = configuration
        let first = try DatabaseQueue(path: path, configuration: configuration)
        state = Mutex(State(idle: [first], opened: [first], unopened: count - 1))
    }

    /// The number of connections that were opened.
    var count: Int { state.withLock { state in state.opened.count } }

    /// Runs `body` on one snapshot of the database, on the caller's thread; `nil` if every connection is in use.
    ///
    /// A further connection is opened only if `files` are still those that were opened.
    func read<Value>(checking files: OpenFiles? = nil, _ body: (Database) throws -> Value) throws -> Value? {
        guard let reader = idleReader(checking: files) else { return nil }
        var isSound = true
        defer { giveBack(reader, isSound: isSound) }
        return try reader.inDatabase { database in
            try SQLiteStatement(database.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION")).run(arguments: [])
            defer {
                end(database)
                isSound = !database.isInsideTransaction
            }
            return try body(database)
        }
    }

    private func idleReader(checking files: OpenFiles?) -> DatabaseQueue? {
        let (reader, mayOpen) = state.withLock { state -> (DatabaseQueue?, Bool) in
            if let reader = state.idle.popLast() { return (reader, false) }
            guard state.unopened > 0 else { return (nil, false) }
            state.unopened -= 1
            return (nil, true)
        }
        return mayOpen ? newReader(checking: files) : reader
    }

    /// Opens a connection, in about the time of a signature; `nil` if it could be one to another database.
    private func newReader(checking files: OpenFiles?) -> DatabaseQueue? {
        let reader = isUnchanged(files) ? opened() : nil
        let isSame = isUnchanged(files)
        return state.withLock { state -> DatabaseQueue? in
            guard let reader, isSame, !state.isClosed else {
                if !state.isClosed { state.unopened += 1 }
                return nil
            }
            state.opened.append(reader)
            return reader
        }
    }

    private func opened() -> DatabaseQueue? { try? DatabaseQueue(path: path, configuration: configuration) }

    private func isUnchanged(_ files: OpenFiles?) -> Bool { files?.areUnchanged ?? true }

    /// Returns a connection to the pool, or closes it if it is still inside a transaction and would show old data.
    private func giveBack(_ reader: DatabaseQueue, isSound: Bool) {
        if isSound {
            state.withLock { $0.idle.append(reader) }
        } else {
            try? reader.close()
        }
    }

    func close() throws {
        let opened = state.withLock { state -> [DatabaseQueue] in
            state.isClosed = true
            state.unopened = 0
            return state.opened
        }
        for reader in opened { try reader.close() }
    }

    /// Ends a transaction that has only read, so that nothing is lost if it is rolled back.
    static func commitOrRollBack(_ database: Database) {
        do {
            try SQLiteStatement(database.cachedStatement(sql: "COMMIT TRANSACTION")).run(arguments: [])
        } catch {
            try? database.rollback()
        }
    }
}
