// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
package import GatehouseStorage

/// SQLite, with write-ahead log, behind the driver port.
///
/// Reads run beside each other and beside a write; writes that wait share one synced commit.
package final class SQLiteDatabase: SQLDatabase {
    private let writer: any DatabaseWriter
    private let readers: IdleReaders?
    private let commits: SharedCommits

    private init(_ writer: any DatabaseWriter, readers: IdleReaders? = nil) {
        self.writer = writer
        self.readers = readers
        commits = SharedCommits(writer)
    }

    /// Opens the database at `path`, and makes one that only its owner may read if there is none.
    ///
    /// - Parameters:
    ///   - path: the file; its folder exists.
    ///   - readers: how many reads run at once on their callers' threads, and how many more on threads apart.
    ///   - busySeconds: how long to wait for a lock that another process holds.
    /// - Throws: ``GatehouseStorage/StorageError``.
    package convenience init(path: String, readers: Int = 5, busySeconds: Double = 5) throws {
        if !FileManager.default.fileExists(atPath: path) { try Self.createFile(path) }
        var configuration = Self.configuration(busySeconds: busySeconds)
        configuration.maximumReaderCount = readers
        let pool = try StorageError.translating { try DatabasePool(path: path, configuration: configuration) }
        try StorageError.translating { try pool.writeWithoutTransaction(Self.makeDurable) }
        let idle = try StorageError.translating {
            try IdleReaders(path: path, count: readers, configuration: configuration)
        }
        self.init(pool, readers: idle)
    }

    /// Opens a database that lives as long as the value.
    ///
    /// For tests, and for trying things out.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package static func inMemory() throws -> SQLiteDatabase {
        try StorageError.translating { SQLiteDatabase(try DatabaseQueue(configuration: configuration(busySeconds: 0))) }
    }

    /// Opens another database that lives as long as the value and begins with all that this one holds.
    ///
    /// For tests that prepare once and begin often.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func inMemoryCopy() throws -> SQLiteDatabase {
        try StorageError.translating {
            let copy = try DatabaseQueue(configuration: Self.configuration(busySeconds: 0))
            try writer.backup(to: copy)
            return SQLiteDatabase(copy)
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await StorageError.translating {
            if let answer = try readers?.read({ database in try body(SQLiteReader(database)) }) { return answer }
            return try await writer.read { database in try body(SQLiteReader(database)) }
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            commits.submit(WaitingWrite(body, continuation))
        }
    }

    /// Closes the connections once the statements under way have ended.
    ///
    /// Later reads and writes throw ``GatehouseStorage/StorageError/closed``.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func close() throws {
        try StorageError.translating {
            try readers?.close()
            try writer.close()
        }
    }

    /// How many writes wait for the next commit: the length of the queue, for metrics.
    package var waitingWrites: Int { commits.waitingWrites }

    /// Makes the file with its permissions in one call; the log and the shared memory inherit them.
    ///
    /// An existing file is never opened in this way: closing it would drop the locks that this process may hold on it.
    private static func createFile(_ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StorageError.inputOutput("cannot create \(path)") }
        systemClose(descriptor)
    }

    private static func configuration(busySeconds: Double) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = busySeconds > 0 ? .timeout(busySeconds) : .immediateError
        configuration.publicStatementArguments = false
        return configuration
    }

    /// GRDB's pool sets `synchronous` to NORMAL while it opens, so FULL is set afterwards.
    ///
    /// `fullfsync` makes Apple's systems flush the drive as well. The log may grow to 16 MiB: pages that change often
    /// are then copied into the file once in four times as many commits. What a savepoint would put back stays in memory:
    /// it needs no file, since it never outlives the process.
    private static func makeDurable(_ database: Database) throws {
        try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY")
    }
}

/// The system's call, which the method of the same name hides.
private func systemClose(_ descriptor: Int32) {
    close(descriptor)
}
