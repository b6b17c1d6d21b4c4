// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GRDB
import GatehouseCore
import GatehouseStorage
import Synchronization

/// Combines waiting writes into one synced commit.
///
/// One drain at a time runs on the writer's queue. It takes all waiting writes, runs each body in its own savepoint
/// within one transaction, in the order of ``FairQueue``, commits once, and then resumes the callers; a single body needs no
/// savepoint. Writes that arrive later form the next batch. A single writer commits at once, without a delay for
/// collecting, and if it may wait in its place, on its own thread. But on a busy core, other runnable threads run first,
/// as long as they add writes that can share the commit.
final class SharedCommits: Sendable {
    /// The largest number of writes in a transaction; it limits the wait of the first writer.
    private static let largestBatch = 256
    /// The largest number of yields to other threads before a commit.
    private static let courtesies = 4

    private struct State {
        var waiting = FairQueue<WaitingWrite>()
        var isDraining = false
    }

    private let state = Mutex(State())
    private let writer: any DatabaseWriter
    private let statements = SQLiteStatements()

    init(_ writer: any DatabaseWriter) {
        self.writer = writer
    }

    var waitingWrites: Int { state.withLock { state in state.waiting.count } }

    func submit(_ write: WaitingWrite) {
        let startsDrain = state.withLock { state in
            state.waiting.append(write, write.priority, isResumed: write.item?.isResumed ?? false)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        guard startsDrain else { return }
        let isBegun = AdmittedRequest.current?.waitInPlace {
            writer.writeWithoutTransaction { database in commitOnce(to: database) }
        }
        if isBegun != true { drainLater() }
    }

    private func drainLater() {
        writer.asyncWriteWithoutTransaction { [self] database in drain(into: database) }
    }

    private func drain(into database: Database) {
        while let batch = nextBatch() { commit(batch.filter { $0.begin() }, to: database) }
    }

    /// Commits one batch on the thread of a writer.
    ///
    /// Writes that are added during the commit are left to the queue.
    private func commitOnce(to database: Database) {
        guard let batch = nextBatch() else { return }
        commit(batch.filter { $0.begin() }, to: database)
        let isOver = state.withLock { state in
            if state.waiting.count == 0 { state.isDraining = false }
            return !state.isDraining
        }
        if !isOver { drainLater() }
    }

    private func nextBatch() -> [WaitingWrite]? {
        letOthersJoin()
        return state.withLock { state in
            var batch: [WaitingWrite] = []
            while batch.count < Self.largestBatch, let write = state.waiting.popFirst() { batch.append(write) }
            guard !batch.isEmpty else {
                state.isDraining = false
                return nil
            }
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
        guard batch.count > 1 else {
            if let write = batch.first { commitAlone(write, to: database) }
            return
        }
        let start = DispatchTime.now()
        var ran = start
        do {
            var answers: [() -> Void] = []
            try transaction(in: database) {
                answers = try batch.map { write in try attempt(write, in: database) }
                ran = .now()
            }
            report(batch, from: start, ran: ran)
            for answer in answers { answer() }
        } catch {
            report(batch, from: start, ran: ran)
            let error = StorageError.translated(error)
            for write in batch { write.fail(error) }
        }
    }

    /// Reports the time that each write of a batch takes while many wait: a commit is then shared by the largest batch.
    private func report(_ batch: [WaitingWrite], from start: DispatchTime, ran: DispatchTime) {
        let bodies = Int(ran.uptimeNanoseconds - start.uptimeNanoseconds)
        let time = bodies / batch.count + ran.nanosecondsSince / Self.largestBatch
        for write in batch { write.item?.end(took: time) }
    }

    /// Commits a single write, which needs no savepoint, so that SQLite copies no pages.
    private func commitAlone(_ write: WaitingWrite, to database: Database) {
        var refusal: (any Error)?
        let start = DispatchTime.now()
        var ran = start
        do {
            var answer: (() -> Void)?
            try transaction(in: database) {
                do {
                    answer = try write.run(SQLiteConnection(database, statements))
                    ran = .now()
                } catch {
                    // A full disk or a failed read may have ended the transaction itself.
                    if database.isInsideTransaction { refusal = error }
                    throw error
                }
            }
            report([write], from: start, ran: ran)
            answer?()
        } catch {
            report([write], from: start, ran: ran)
            write.fail(refusal ?? StorageError.translated(error))
        }
    }

    /// Runs a body in a transaction, like GRDB's method of that kind, but with statements that stay prepared.
    private func transaction(in database: Database, _ body: () throws -> Void) throws {
        try database.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            try body()
            try database.cachedStatement(sql: "COMMIT TRANSACTION").execute()
        } catch {
            // The first error is the reason; a transaction that SQLite has ended itself has nothing to be undone.
            try? database.rollback()
            throw error
        }
    }

    /// Runs one body and returns the closure that resumes its caller.
    ///
    /// It throws only if the shared transaction cannot continue.
    private func attempt(_ write: WaitingWrite, in database: Database) throws -> () -> Void {
        try database.cachedStatement(sql: "SAVEPOINT waiting_write").execute()
        do {
            let answer = try write.run(SQLiteConnection(database, statements))
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
    /// The report of the write, if it belongs to an admitted request.
    let item: WorkItem?
    /// Whether the write goes before others.
    let priority: WorkPriority
    private let presence: ClientPresence?

    init<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        run = { connection in
            let value = try body(connection)
            return { continuation.resume(returning: value) }
        }
        fail = { error in continuation.resume(throwing: error) }
        let admitted = AdmittedRequest.current
        item = admitted?.begin(.writing)
        priority = admitted?.priority ?? .beginning
        presence = ClientPresence.current
    }

    /// Returns whether the write is to be run; a write whose client has gone is dropped.
    func begin() -> Bool {
        do throws(ClientGone) {
            try presence?.require()
            presence?.beginWriting()
            return true
        } catch {
            item?.end(took: nil)
            fail(error)
            return false
        }
    }
}

extension DispatchTime {
    /// The time from this time to the present, in nanoseconds.
    var nanosecondsSince: Int { Int(DispatchTime.now().uptimeNanoseconds - uptimeNanoseconds) }
}
