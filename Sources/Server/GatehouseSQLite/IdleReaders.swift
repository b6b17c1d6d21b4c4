// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import Synchronization

/// Connections that only read, lent to one caller at a time.
///
/// A search by key in a write-ahead log waits for nobody and mostly finds its pages in memory: handing it to another
/// thread and its answer back takes several times as long as the search.
final class IdleReaders: Sendable {
    private let idle: Mutex<[DatabaseQueue]>
    private let all: [DatabaseQueue]
    private let end: @Sendable (Database) -> Void

    /// Opens `count` connections to the database at `path`, which exists and has a write-ahead log.
    ///
    /// `end` ends a connection's transaction, or tries to.
    init(
        path: String, count: Int, configuration: Configuration,
        end: @escaping @Sendable (Database) -> Void = IdleReaders.commitOrRollBack
    ) throws {
        self.end = end
        var configuration = configuration
        configuration.readonly = true
        // A transaction that cannot be ended costs its connection, not the process.
        configuration.allowsUnsafeTransactions = true
        all = try (0..<count).map { [configuration] _ in try DatabaseQueue(path: path, configuration: configuration) }
        idle = Mutex(all)
    }

    /// Runs `body` on one unchanging state of the database, on the caller's thread; `nil` if every connection is lent.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        guard let reader = idle.withLock({ $0.popLast() }) else { return nil }
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

    /// A connection that is still inside its transaction would show later callers the past: it is closed.
    private func giveBack(_ reader: DatabaseQueue, isSound: Bool) {
        if isSound {
            idle.withLock { $0.append(reader) }
        } else {
            try? reader.close()
        }
    }

    func close() throws {
        for reader in all { try reader.close() }
    }

    /// A transaction that has only read has nothing to lose.
    static func commitOrRollBack(_ database: Database) {
        do {
            try SQLiteStatement(database.cachedStatement(sql: "COMMIT TRANSACTION")).run(arguments: [])
        } catch {
            try? database.rollback()
        }
    }
}
