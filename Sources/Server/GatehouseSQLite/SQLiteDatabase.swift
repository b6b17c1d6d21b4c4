// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GRDB
import GatehouseCore
package import GatehouseStorage

/// An SQLite database with a write-ahead log.
///
/// Reads run concurrently with other reads and with a write; waiting writes share one synced commit.
package final class SQLiteDatabase: SQLDatabase {
    let writer: any DatabaseWriter
    let readers: IdleReaders?
    private let commits: SharedCommits
    /// The files of the database; `nil` in memory.
    let files: OpenFiles?

    init(_ writer: any DatabaseWriter, readers: IdleReaders? = nil, files: OpenFiles? = nil) {
        self.writer = writer
        self.readers = readers
        self.files = files
        commits = SharedCommits(writer)
    }

    /// Opens the database at `path`, or creates one that only its owner may read.
    ///
    /// - Parameters:
    ///   - path: the file; its folder must exist.
    ///   - readers: the number of concurrent reads on their callers' threads, and the number of further ones on
    ///     separate threads.
    ///   - busySeconds: the longest wait for a lock of another process, in seconds.
    ///   - config: the file of settings that commands in error texts name.
    /// - Throws: ``GatehouseStorage/StorageError``.
    package convenience init(path: String, readers: Int = 5, busySeconds: Double = 5, config: String? = nil) throws {
        if !FileManager.default.fileExists(atPath: path) { try Self.createFile(path) }
        var configuration = Self.configuration(busySeconds: busySeconds)
        configuration.maximumReaderCount = readers
        if Self.size(ofFile: path) == 0 {
            // An existing database keeps its kind until it is compacted.
            configuration.prepareDatabase { database in
                if !database.configuration.readonly { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
            }
        }
        let pool = try StorageError.translating { try DatabasePool(path: path, configuration: configuration) }
        try StorageError.translating { try pool.writeWithoutTransaction(Self.makeDurable) }
        let idle = try StorageError.translating {
            try IdleReaders(path: path, count: readers, configuration: configuration)
        }
        self.init(pool, readers: idle, files: OpenFiles(path: path, config: config))
    }

    /// Creates a database in memory, which exists as long as the value.
    ///
    /// For tests and experiments.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package static func inMemory() throws -> SQLiteDatabase {
        try StorageError.translating { SQLiteDatabase(try DatabaseQueue(configuration: configuration(busySeconds: 0))) }
    }

    /// Creates a copy of this database in memory, which exists as long as the value.
    ///
    /// For tests that share a prepared state.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func inMemoryCopy() throws -> SQLiteDatabase {
        try StorageError.translating {
            let copy = try DatabaseQueue(configuration: Self.configuration(busySeconds: 0))
            try writer.backup(to: copy)
            return SQLiteDatabase(copy)
        }
    }

    /// Copies this database into a new file at `path`.
    ///
    /// For tests that share a prepared state.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func copy(to path: String) throws {
        try StorageError.translating {
            let copy = try DatabaseQueue(path: path)
            try writer.backup(to: copy)
            try copy.close()
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        try files?.requireSound()
        do {
            if let reader = readers?.lend() {
                defer { readers?.giveBack(reader) }
                return try reader.transaction(body)
            }
            return try await waitingRead(body)
        } catch {
            throw explained(StorageError.translated(error))
        }
    }

    /// Reads on a connection that may have to become idle first.
    private func waitingRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        let presence = ClientPresence.current
        let item = AdmittedRequest.current?.begin(.reading)
        do {
            let (value, time) = try await writer.read { database in
                try presence?.require()
                let start = DispatchTime.now()
                let value = try body(SQLiteReader(database))
                return (value, start.nanosecondsSince)
            }
            item?.end(took: time)
            return value
        } catch {
            item?.end(took: nil)
            throw error
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        try files?.requireSound()
        do {
            return try await withCheckedThrowingContinuation { continuation in
                let write = WaitingWrite(
                    { [files] connection in
                        // The files may have been replaced while the write waited.
                        try files?.requireSound()
                        return try body(connection)
                    }, continuation)
                commits.submit(write)
            }
        } catch {
            throw explained(error)
        }
    }

    /// Closes the connections after the running statements have ended.
    ///
    /// Later reads and writes throw ``GatehouseStorage/StorageError/closed``. A database whose files were replaced or
    /// damaged is not closed, because SQLite would move the log into the file then.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func close() throws {
        do {
            try findProblem()
        } catch StorageError.unsound {
            return
        } catch StorageError.closed {
            // It is closed already.
        }
        try StorageError.translating {
            try readers?.close()
            try writer.close()
        }
    }

    /// The number of writes that wait for the next commit, for metrics.
    package var waitingWrites: Int { commits.waitingWrites }

    /// Creates the file with its permissions in one call; SQLite gives the log and the shared memory the same
    /// permissions.
    ///
    /// An existing file is never opened in this way, because closing it would release the locks that this process may
    /// hold on it.
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
    /// `fullfsync` makes Apple's systems flush the drive as well. The log may grow to 16 MiB, so that frequently
    /// changed pages are copied into the file four times less often; one that grew during a long read is cut to 32 MiB
    /// when it begins anew. Temporary data, such as savepoints, stays in memory, because it never outlives the process.
    private static func makeDurable(_ database: Database) throws {
        try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY")
        _ = try Int.fetchOne(database, sql: "PRAGMA journal_size_limit = 33554432")
    }
}

/// Calls the system's `close`, which the method of the same name hides.
private func systemClose(_ descriptor: Int32) {
    close(descriptor)
}
