// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseCrypto
package import GatehouseStorage
package import Logging
import Synchronization

/// A schema of a PostgreSQL database, which any number of processes use.
///
/// A write is SERIALIZABLE; a read sees one snapshot and takes no locks. ``TransactionCourse`` says when a body runs
/// again, and how a write whose connection was lost at its commit finds out what became of it. Statements that change the schema run under a lock,
/// one process after another.
package final class PostgresDatabase: SQLDatabase {
    /// The number of conflicts after which a write runs alone among the writes of this process.
    private static let conflictsUntilAlone = 4
    /// The longest pause after a conflict.
    private static let longestPause = 50
    /// The pause before a server is tried again on which an outcome is to be found out.
    private static let outagePause = Duration.milliseconds(200)

    private let settings: PostgresSettings
    private let limits: PostgresLimits
    private let entropy: Entropy
    private let logger: Logger
    private let whenRunAgain: @Sendable () -> Void
    private let pool: PostgresPool
    private let gate = WriteGate()
    private let waiting = Atomic(0)
    private let repetitions = Atomic(0)
    let identity = Mutex(DatabaseIdentity())

    private init(
        _ settings: PostgresSettings, _ limits: PostgresLimits, entropy: Entropy, logger: Logger,
        whenRunAgain: @escaping @Sendable () -> Void
    ) {
        self.settings = settings
        self.limits = limits
        self.entropy = entropy
        self.logger = logger
        self.whenRunAgain = whenRunAgain
        pool = PostgresPool(settings, limits)
    }

    /// Connects, and checks that this program can use the server and the schema; nothing is created.
    ///
    /// `whenRunAgain` is called each time that a body is run again, in the task that called ``read(_:)`` or ``write(_:)``.
    ///
    /// - Throws: ``PostgresRefusal`` with the reason and the corrective action.
    package static func open(
        _ settings: PostgresSettings, limits: PostgresLimits = PostgresLimits(), entropy: Entropy, logger: Logger,
        whenRunAgain: @escaping @Sendable () -> Void = {}
    ) async throws(PostgresRefusal) -> PostgresDatabase {
        let first = PostgresSlot(settings, limits)
        do throws(LostConnection) {
            try await first.connect()
        } catch {
            throw await Self.refusal(of: first, settings, error)
        }
        first.disconnect()
        let database = PostgresDatabase(
            settings, limits, entropy: entropy, logger: logger, whenRunAgain: whenRunAgain)
        let refusal: PostgresRefusal?
        do {
            refusal = try await database.read { [url = settings.url] reader in
                try PostgresInspection(reader, schema: url.schema).refusal(of: url)
            }
        } catch let error as PostgresRefusal {
            refusal = error
        } catch {
            refusal = .unavailable("\(settings.url) cannot be used: \(error)")
        }
        if let refusal {
            database.pool.close()
            throw refusal
        }
        return database
    }

    /// The refusal of a database to which no connection could be made.
    private static func refusal(
        of slot: PostgresSlot, _ settings: PostgresSettings, _ loss: LostConnection
    ) async -> PostgresRefusal {
        do throws(LostConnection) {
            // A server that may only be read is there.
            try await slot.connect(attributes: "any")
            slot.disconnect()
            return PostgresInspection.readOnly(settings.url)
        } catch {
            return .unavailable(
                "\(settings.url) cannot be reached: \(loss.reason). Try it with: psql "
                    + FolderCommand.word(settings.url.withoutSchema))
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await transaction(.read) { transaction in try body(transaction) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try await transaction(.write) { transaction in try body(transaction) }
    }

    /// The number of writes that wait for their turn or their commit, for metrics.
    package var waitingWrites: Int { waiting.load(ordering: .relaxed) }

    /// The number of times that a body was run again, for metrics.
    package var runsAgain: Int { repetitions.load(ordering: .relaxed) }

    /// Refuses later transactions, and closes the connections after the statements that are running.
    package func close() throws {
        pool.close()
    }

    // MARK: - Transactions

    private func transaction<Value: Sendable>(
        _ access: TransactionPlan.Access, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        try requireSound()
        let presence = ClientPresence.current
        let request = AdmittedRequest.current
        let item = request?.begin(access == .write ? .writing : .reading)
        do {
            let slot = try await pool.lend(request?.priority ?? .beginning, isResumed: item?.isResumed ?? false)
            defer { pool.giveBack(slot) }
            try presence?.require()
            if access == .write { presence?.beginWriting() }
            let value = try await repeated(access, on: slot, body)
            // The time belongs to the database's machine, not to this one.
            item?.end(took: 0)
            return value
        } catch {
            item?.end(took: nil)
            throw error
        }
    }

    /// Runs a body until it has ended, or has been run too often.
    private func repeated<Value: Sendable>(
        _ access: TransactionPlan.Access, on slot: PostgresSlot,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        let key = access == .write && settings.marksCommits ? entropy.bytes(16) : nil
        var plan = TransactionPlan(access: access, key: key)
        var lock: PostgresSlot?
        defer { lock?.disconnect() }
        var course = TransactionCourse<Value>(findingOut: limits.findingOut, now: limits.now)
        var step = TransactionStep<Value>.run(after: .none, unless: nil)
        while true {
            switch step {
            case .run(let pause, let witness):
                await wait(pause)
                plan.doubted = witness
                if plan.isRepeated { noteRunAgain() }
                let attempt = await attempt(plan, isAlone: course.conflicts >= Self.conflictsUntilAlone, on: slot, body)
                plan.isRepeated = true
                if let loss = attempt.loss {
                    note(loss)
                    // The connection that holds the lock may be lost as well.
                    lock?.disconnect()
                    lock = nil
                    plan.migration = nil
                }
                step = course.step(after: attempt)
            case .lockMigrations:
                let slot = PostgresSlot(settings, limits)
                lock = slot
                plan.migration = try await slot.lockMigrations()
                step = .run(after: .none, unless: plan.doubted)
            case .ask(let witness, let pause, let deadline):
                await wait(pause)
                step = course.step(after: await answer(to: witness, until: deadline))
            case .end(let result): return try result.get()
            }
        }
    }

    /// Asks for a witness on a connection of its own; the wait ends at the deadline.
    private func answer(to witness: SQL, until deadline: ContinuousClock.Instant) async -> WitnessAnswer {
        let slot = PostgresSlot(settings, limits)
        let left = max(.zero, deadline - limits.now())
        let waiter = Waiter<WitnessAnswer>()
        let answer = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<WitnessAnswer, StorageError>, Never>) in
            waiter.wait(continuation)
            // The tasks go on after the caller's cancellation, which must not hide the outcome.
            waiter.limit(
                Task { [limits] in
                    try? await limits.pause(left)
                    _ = waiter.resume(.success(.unanswered))
                })
            Task {
                let found = await slot.attempt(TransactionPlan(access: .read)) { transaction in
                    try !transaction.query(witness).isEmpty
                }
                slot.disconnect()
                if case .committed(let isThere) = found {
                    _ = waiter.resume(.success(isThere ? .there : .absent))
                } else {
                    _ = waiter.resume(.success(.unanswered))
                }
            }
        }
        switch answer {
        case .success(let answer): return answer
        case .failure: return .unanswered
        }
    }

    private func attempt<Value: Sendable>(
        _ plan: TransactionPlan, isAlone: Bool, on slot: PostgresSlot,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async -> TransactionAttempt<Value> {
        guard plan.access == .write else { return await slot.attempt(plan, body) }
        await gate.enter(alone: isAlone)
        defer { gate.leave() }
        return await slot.attempt(plan, body)
    }

    private func wait(_ pause: TransactionPause) async {
        switch pause {
        case .none: break
        case .conflict(let conflicts):
            // A cancelled task does not wait, because its write goes on.
            try? await limits.pause(randomPause(conflicts))
        case .outage:
            // A cancelled task waits as well: it would else ask again and again without a pause.
            _ = await Task { [limits] in try? await limits.pause(Self.outagePause) }.value
        }
    }

    /// A random time, from 1 ms to a bound that doubles with each conflict.
    private func randomPause(_ conflicts: Int) -> Duration {
        let bound = UInt64(min(Self.longestPause, 1 << min(conflicts, 6))) * 1_000
        let drawn = entropy.bytes(4).reduce(UInt64(0)) { number, byte in number << 8 | UInt64(byte) }
        return .microseconds(1_000 + drawn % (bound - 999))
    }

    private func noteRunAgain() {
        repetitions.add(1, ordering: .relaxed)
        whenRunAgain()
    }

    private func note(_ loss: LostConnection) {
        logger.debug("A connection to the database was lost", metadata: ["reason": "\(loss.reason)"])
    }
}
