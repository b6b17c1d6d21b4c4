// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseStorage
import Synchronization

/// Combines waiting writes into one synced commit.
///
/// One drain at a time runs on the writer's queue. It takes all waiting writes, runs each body in its own savepoint
/// within one transaction, in order of arrival, commits once, and then resumes the callers; a single body needs no
/// savepoint. Writes that arrive meanwhile form the next batch. A single writer commits at once, without a delay for
/// collecting. But on a busy core, other runnable threads run first, as long as they add writes that can share the
/// commit.
final class SharedCommits: Sendable {
    /// The largest number of writes in a transaction; it limits the wait of the first writer.
    private static let largestBatch = 256
    /// The largest number of yields to other threads before a commit.
    private static let courtesies = 4

    private struct State {
        var waiting: [WaitingWrite] = []
        var isDraining = false
    }

    private let state = Mutex(State())
    private let writer: any DatabaseWriter

    init(_ writer: any DatabaseWriter) {
        self.writer = writer
    }

    var waitingWrites: Int { state.withLock { state in state.waiting.count } }

    func submit(_ write: WaitingWrite) {
        let startsDrain = state.withLock { state in
            state.waiting.append(write)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if startsDrain {
            writer.asyncWriteWithoutTransaction { [self] database in drain(into: database) }
        }
    }

    private func drain(into database: Database) {
        while let batch = nextBatch() { commit(batch, to: database) }
    }

    private func nextBatch() -> [WaitingWrite]? {
        letOthersJoin()
        return state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.largestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func letOthersJoin() {
        var known = waitingWrites
        for _ in 0..<Self.courtesies {
            sched_yield()
            let waiting = waitingWrites
            guard waiting > known else { return }
            known = waiting
        }
    }

    /// Commits a batch; if the transaction itself fails, every caller gets that error, even if its body had thrown
    /// another one, because the body may have seen changes that are rolled back now.
    private func commit(_ batch: [WaitingWrite], to database: Database) {
        if batch.count == 1 { return commitAlone(batch[0], to: database) }
        do {
            var answers: [() -> Void] = []
            try database.inTransaction(.immediate) {
                answers = try batch.map { write in try attempt(write, in: database) }
                return .commit
            }
            for answer in answers { answer() }
        } catch {
            let error = StorageError.translated(error)
            for write in batch { write.fail(error) }
        }
    }

    /// Commits a single write, which needs no savepoint, so that SQLite copies no pages.
    private func commitAlone(_ write: WaitingWrite, to database: Database) {
        var refusal: (any Error)?
        do {
            var answer: (() -> Void)?
            try database.inTransaction(.immediate) {
                do {
                    answer = try write.run(SQLiteConnection(database))
                    return .commit
                } catch {
                    // A full disk or a failed read may have ended the transaction itself.
                    if database.isInsideTransaction { refusal = error }
                    throw error
                }
            }
            answer?()
        } catch {
            write.fail(refusal ?? StorageError.translated(error))
        }
    }

    /// Runs one body and returns the closure that resumes its caller.
    ///
    /// It throws only if the shared transaction cannot continue.
    private func attempt(_ write: WaitingWrite, in database: Database) throws -> () -> Void {
        try database.cachedStatement(sql: "SAVEPOINT waiting_write").execute()
        do {
            let answer = try write.run(SQLiteConnection(database))
            try database.cachedStatement(sql: "RELEASE waiting_write").execute()
            return answer
        } catch {
            // A full disk or a failed read may have ended the whole transaction.
            guard database.isInsideTransaction else { throw error }
            try database.cachedStatement(sql: "ROLLBACK TO waiting_write").execute()
            try database.cachedStatement(sql: "RELEASE waiting_write").execute()
            return { write.fail(error) }
        }
    }
}

/// A caller that waits for a commit, with the type of its result erased.
///
/// It is resumed exactly once.
struct WaitingWrite: Sendable {
    /// Runs the body and returns the closure that resumes the caller with the result, to be called after the commit.
    let run: @Sendable (any SQLConnection) throws -> (@Sendable () -> Void)
    /// Resumes the caller with an error.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        run = { connection in
            let value = try body(connection)
            return { continuation.resume(returning: value) }
        }
        fail = { error in continuation.resume(throwing: error) }
    }
}
