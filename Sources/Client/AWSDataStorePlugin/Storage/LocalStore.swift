// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB
import GatehouseSession
import Synchronization

/// The records of an app on its device, with the outbox and the service's versions of them.
///
/// It is an SQLite database with a write-ahead log: reads see the last commit and wait for no write. A write is one
/// transaction, and has its effect whole or not at all. Calls are not cancelled with their tasks: what has begun ends,
/// so that a caller never has to guess whether a record was saved.
///
/// Relations are declared as foreign keys, and not enforced, not even at the end of a sync page. A record may refer
/// to one that comes in a later page, that the user may not read, or that has left the user's view. A check would
/// refuse such records although the service has them. SQLite checks deferred keys for a transaction as a whole, and
/// ``SharedWrites`` puts writes of many callers into one: a record without its parent would fail all of them.
final class LocalStore: StoreReading {
    /// The place of the files.
    let place: StorePlace

    /// The models and their tables.
    let catalog: ModelCatalog

    /// The committed changes.
    let feed = ChangeFeed()

    private struct State {
        var opening = StoreOpening()
        var lock: StoreLock?
        var isDamaged = false
        /// Called at the first damage.
        var whenDamaged: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let pool: DatabasePool
    private let writes: SharedWrites

    /// Makes the store of an open database; ``open(_:models:version:clock:)`` is for other callers.
    init(_ place: StorePlace, catalog: ModelCatalog, pool: DatabasePool, lock: StoreLock) {
        self.place = place
        self.catalog = catalog
        self.pool = pool
        writes = SharedWrites(pool, feed: feed)
        state = Mutex(State(lock: lock))
    }

    /// What the opening has found and done.
    var opening: StoreOpening { state.withLock { $0.opening } }

    /// Whether a read or a write has met damage: the store should be closed and opened again, which sets it aside.
    var isDamaged: Bool { state.withLock { $0.isDamaged } }

    /// Sets what is called when a read or a write meets damage for the first time; at once if one has already.
    func whenDamaged(_ body: @escaping @Sendable () -> Void) {
        let isDamaged = state.withLock { state in
            state.whenDamaged = body
            return state.isDamaged
        }
        if isDamaged { body() }
    }

    /// Whether the store is closed.
    var isClosed: Bool { state.withLock { $0.lock == nil } }

    /// Reads in one transaction.
    ///
    /// - Throws: the error of the body as a `DataStoreError`: `.invalidDatabase` for a damaged store,
    ///   `.invalidOperation` for a closed one, `.internalOperation` for other failures of the store.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreReader) throws -> T
    ) async throws(DataStoreError) -> T {
        try requireOpen()
        let result: Result<T, any Error> = await withCheckedContinuation { continuation in
            pool.asyncRead { [self] database in
                continuation.resume(returning: Result { try body(reader(try database.get())) })
            }
        }
        return try value(of: result)
    }

    /// Writes in one transaction, and gives the changes to the feed after its commit.
    ///
    /// When it returns, the changes are with the readers of the feed.
    ///
    /// - Parameters:
    ///   - durability: what the write outlives; the end of the process in any case.
    ///   - body: may read and write. It shares its transaction with other writes, so it runs no statement that begins or
    ///     ends one.
    /// - Returns: the value of the body.
    /// - Throws: the error of the body as a `DataStoreError`; nothing is written then. As ``read(_:)``.
    func write<T: Sendable>(
        _ durability: Durability = .power,
        _ body: @escaping @Sendable (StoreWriter) throws -> T
    ) async throws(DataStoreError) -> T {
        try requireOpen()
        let result: Result<T, any Error> = await withCheckedContinuation { continuation in
            writes.submit(
                SharedWrites.Waiting(
                    durability: durability,
                    run: { [self] database in
                        let changes = ChangeLog()
                        let value = try body(writer(database, changes))
                        return SharedWrites.Waiting.Outcome(changes: changes.changes) {
                            continuation.resume(returning: .success(value))
                        }
                    },
                    fail: { error in continuation.resume(returning: .failure(error)) }))
        }
        return try value(of: result)
    }

    /// Sets the number of commits after which the process of a test dies.
    func setLimit(_ limit: WriteLimit?) { writes.setLimit(limit) }

    /// Removes all records, metadata and events in one transaction, and keeps the file.
    ///
    /// - Throws: as ``write(_:_:)``.
    func clear() async throws(DataStoreError) {
        try await write { writer in try writer.removeAll() }
        // They may be another user's than the one who uses the store next.
        state.withLock { state in
            state.opening.unreadableEvents = []
            state.opening.rescuedEvents = 0
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            pool.asyncWriteWithoutTransaction { database in
                // The space is given back where nothing stands in the way; otherwise the next records use it.
                try? database.execute(sql: "PRAGMA incremental_vacuum")
                _ = try? database.checkpoint(.passive)
                continuation.resume()
            }
        }
    }

    /// Ends the feed, closes the database after what is running, and lets others open it.
    ///
    /// Later calls throw `.invalidOperation`. A store that is closed already stays so.
    ///
    /// - Throws: `.internalOperation` if the database cannot be closed; the store stays open then.
    func close() throws(DataStoreError) {
        guard !isClosed else { return }
        do {
            try pool.close()
        } catch {
            throw DataStoreError(using: place, error)
        }
        feed.finish()
        let lock = state.withLock { state in
            defer { state.lock = nil }
            return state.lock
        }
        lock?.release()
    }

    private func requireOpen() throws(DataStoreError) {
        if isClosed { throw DataStoreError(using: place, StoreProblem.closed(place)) }
    }

    private func value<T>(of result: Result<T, any Error>) throws(DataStoreError) -> T {
        switch result {
        case .success(let value): return value
        case .failure(let error):
            // A statement that waited during the closing fails with another error.
            if error is DatabaseError { try requireOpen() }
            if StoreProblem(error, in: place)?.isDamage == true { noteDamage() }
            throw DataStoreError(using: place, error)
        }
    }

    private func noteDamage() {
        let (isNew, tell) = state.withLock { state in
            defer { state.isDamaged = true }
            return (!state.isDamaged, state.whenDamaged)
        }
        guard isNew else { return }
        place.suspect()
        tell?()
    }
}

// MARK: - What the opening uses

extension LocalStore {
    /// The reads of a transaction.
    func reader(_ database: Database) -> StoreReader {
        StoreReader(database: database, catalog: catalog, origin: StoreOrigin(store: self))
    }

    /// The writes of a transaction.
    func writer(_ database: Database, _ changes: ChangeLog) -> StoreWriter {
        StoreWriter(reader: reader(database), changes: changes)
    }

    /// Closes the database of a store that only the opening has used; the lock stays.
    ///
    /// - Throws: `DatabaseError`.
    func closeDatabase() throws {
        try pool.close()
    }

    /// Stores what the opening has found and done.
    func setOpening(_ opening: StoreOpening) {
        state.withLock { $0.opening = opening }
    }

    /// Runs statements before the store has other users; blocks the thread.
    ///
    /// - Throws: the error of the body.
    func withWriter<T>(_ body: (Database) throws -> T) throws -> T {
        try pool.writeWithoutTransaction(body)
    }
}

extension StoreWriter {
    /// Removes all records, metadata and events.
    ///
    /// - Throws: `DatabaseError`.
    func removeAll() throws {
        for schema in reader.catalog.ordered.reversed() {
            try reader.database.execute(sql: "DELETE FROM \(schema.name.quotedForSQL)")
        }
        for table in ["MutationEvent", "MutationSyncMetadata", "ModelSyncMetadata", "gatehouse-origin"] {
            try reader.database.execute(sql: "DELETE FROM \(table.quotedForSQL)")
        }
    }
}
