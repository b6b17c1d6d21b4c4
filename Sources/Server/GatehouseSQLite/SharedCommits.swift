// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GRDB
import GatehouseStorage
import Synchronization

/// Lets writers that wait share one synced commit.
///
/// One drain at a time runs on the writer's queue. It takes all that wait, runs each body in its own savepoint inside one
/// transaction, in order of arrival, commits once, and only then answers; a body that is alone needs no savepoint. What
/// arrives meanwhile is the next batch. No time is spent on collecting a batch: a lone writer commits at once. But on a
/// busy core threads that are ready to run go first, for as long as they bring more to write that can share the commit.
final class SharedCommits: Sendable {
    /// Bounds how long one transaction grows, and with it the wait of its first writer.
    private static let largestBatch = 256
    /// How often other threads may go first before a commit.
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

    /// When the transaction itself fails, everyone gets that error, those included whose bodies had thrown: what they
    /// saw may have been written by a neighbour and is gone.
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

    /// Commits a write that has no neighbours to spare, so that it needs no savepoint and SQLite no copy of each page.
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

    /// Runs one body and returns what answers its caller.
    ///
    /// Throws only when the shared transaction cannot go on.
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
