// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import Synchronization

/// What a committed write outlives.
enum Durability: Comparable, Sendable {
    /// The end of the process, at any moment, but perhaps not a power failure.
    ///
    /// For what the service has as well: after a power failure the store is one that was committed before, and the sync
    /// or the mutation is repeated.
    case process

    /// A power failure, too: the call returns when the disk has the write.
    ///
    /// For the changes of the app, which are nowhere else.
    case power
}

/// Combines writes that wait into one commit, so that many tasks share the wait for the disk.
///
/// One drain at a time runs on the writer's queue. It takes the waiting writes in their order, runs each in a savepoint
/// of one transaction, commits, gives the changes to the feed, and resumes the callers. A single write needs no
/// savepoint. Nothing waits for further writes to come.
final class SharedWrites: Sendable {
    /// A write that waits; its caller is resumed once.
    struct Waiting: Sendable {
        /// What a body has done.
        struct Outcome {
            /// The changes of records, in order.
            let changes: [RecordChange]

            /// Resumes the caller with the body's value.
            let answer: @Sendable () -> Void
        }

        /// What the write has to outlive.
        let durability: Durability

        /// Runs the body.
        let run: @Sendable (Database) throws -> Outcome

        /// Resumes the caller with an error.
        let fail: @Sendable (any Error) -> Void
    }

    /// The most writes of one commit; it limits the wait of the first one.
    private static let largestBatch = 256

    private struct State {
        var waiting: [Waiting] = []
        var isDraining = false
        /// The setting of the connection; GRDB's pool has set it to the lower one.
        var durability = Durability.process
        var limit: WriteLimit?
    }

    private let state = Mutex(State())
    private let pool: DatabasePool
    private let feed: ChangeFeed

    /// Makes the queue of a pool's writes.
    init(_ pool: DatabasePool, feed: ChangeFeed) {
        self.pool = pool
        self.feed = feed
    }

    /// Sets the limit of a test.
    func setLimit(_ limit: WriteLimit?) { state.withLock { $0.limit = limit } }

    /// Adds a write.
    func submit(_ write: Waiting) {
        let startsDrain = state.withLock { state in
            state.waiting.append(write)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if startsDrain { pool.asyncWriteWithoutTransaction { [self] database in drain(into: database) } }
    }

    private func drain(into database: Database) {
        while let batch = nextBatch() { commit(batch, to: database) }
    }

    private func nextBatch() -> [Waiting]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.largestBatch))
            state.waiting.removeFirst(batch.count)
            state.isDraining = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    /// Commits a batch.
    ///
    /// If the transaction fails as a whole, each caller gets the error, even one whose own body has failed: it may have
    /// seen what others had written.
    private func commit(_ batch: [Waiting], to database: Database) {
        var changes: [RecordChange] = []
        var answers: [@Sendable () -> Void] = []
        do {
            try state.withLock(\.limit)?.count()
            try setDurability(batch.map(\.durability).max() ?? .power, of: database)
            try database.inTransaction(.immediate) {
                for write in batch {
                    switch try batch.count == 1 ? .success(write.run(database)) : attempt(write, in: database) {
                    case .success(let outcome):
                        changes += outcome.changes
                        answers.append(outcome.answer)
                    case .failure(let error):
                        answers.append { write.fail(error) }
                    }
                }
                return .commit
            }
        } catch {
            for write in batch { write.fail(error) }
            return
        }
        feed.send(changes)
        for answer in answers { answer() }
    }

    /// Runs one body in a savepoint.
    ///
    /// - Returns: what it has done, or its error.
    /// - Throws: the error of a body that has ended the whole transaction, as one that finds the disk full.
    private func attempt(_ write: Waiting, in database: Database) throws -> Result<Waiting.Outcome, any Error> {
        try database.cachedStatement(sql: "SAVEPOINT shared_write").execute()
        do {
            let outcome = try write.run(database)
            try database.cachedStatement(sql: "RELEASE shared_write").execute()
            return .success(outcome)
        } catch {
            guard database.isInsideTransaction else { throw error }
            try database.cachedStatement(sql: "ROLLBACK TO shared_write").execute()
            try database.cachedStatement(sql: "RELEASE shared_write").execute()
            return .failure(error)
        }
    }

    /// Tells SQLite whether a commit waits for the disk.
    ///
    /// A commit that waits also secures the commits before it, because they are in the same log.
    private func setDurability(_ durability: Durability, of database: Database) throws {
        guard state.withLock({ $0.durability }) != durability else { return }
        // SQLite follows the statement when it is prepared, so it is not one of the cached statements.
        try database.execute(sql: "PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
        state.withLock { $0.durability = durability }
    }
}
