// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import Synchronization

/// A pool of read-only connections; each serves one caller at a time.
///
/// A lookup by key in a write-ahead log takes no locks and usually finds its pages in memory: moving it to another
/// thread takes several times as long as the lookup itself.
final class IdleReaders: Sendable {
    private let idle: Mutex<[DatabaseQueue]>
    private let all: [DatabaseQueue]
    private let end: @Sendable (Database) -> Void

    /// Opens `count` connections to the database at `path`, which exists and has a write-ahead log.
    ///
    /// `end` ends a connection's transaction; it may fail.
    init(
        path: String, count: Int, configuration: Configuration,
        end: @escaping @Sendable (Database) -> Void = IdleReaders.commitOrRollBack
    ) throws {
        self.end = end
        var configuration = configuration
        configuration.readonly = true
        // If a transaction cannot be ended, its connection is closed; the process continues.
        configuration.allowsUnsafeTransactions = true
        all = try (0..<count).map { [configuration] _ in try DatabaseQueue(path: path, configuration: configuration) }
        idle = Mutex(all)
    }

    /// Runs `body` on one snapshot of the database, on the caller's thread; `nil` if every connection is in use.
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

    /// Returns a connection to the pool, or closes it if it is still inside a transaction and would show old data.
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

    /// Ends a transaction that has only read, so that nothing is lost if it is rolled back.
    static func commitOrRollBack(_ database: Database) {
        do {
            try SQLiteStatement(database.cachedStatement(sql: "COMMIT TRANSACTION")).run(arguments: [])
        } catch {
            try? database.rollback()
        }
    }
}
