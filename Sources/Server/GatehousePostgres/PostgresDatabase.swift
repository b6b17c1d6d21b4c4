// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseCrypto
package import GatehouseStorage
package import Logging
import Synchronization

/// A schema of a PostgreSQL database, which any number of processes use.
///
/// A write is SERIALIZABLE; a read sees one snapshot and takes no locks. A body runs again after a conflict, and on a new
/// connection if the old one was lost before its COMMIT was sent. Statements that change the schema run under a lock,
/// one process after another.
package final class PostgresDatabase: SQLDatabase {
    /// The most runs of a body after its first.
    static let mostRepetitions = 8
    /// The number of conflicts after which a write runs alone among the writes of this process.
    private static let conflictsUntilAlone = 4
    /// The longest pause after a conflict.
    private static let longestPause = 50

    private let settings: PostgresSettings
    private let limits: PostgresLimits
    private let entropy: Entropy
    private let logger: Logger
    private let pool: PostgresPool
    private let gate = WriteGate()
    private let waiting = Atomic(0)
    private let repetitions = Atomic(0)
    let identity = Mutex(DatabaseIdentity())

    private init(_ settings: PostgresSettings, _ limits: PostgresLimits, entropy: Entropy, logger: Logger) {
        self.settings = settings
        self.limits = limits
        self.entropy = entropy
        self.logger = logger
        pool = PostgresPool(settings, limits)
    }

    /// Connects, and checks that this program can use the server and the schema; nothing is created.
    ///
    /// - Throws: ``PostgresRefusal`` with the reason and the corrective action.
    package static func open(
        _ settings: PostgresSettings, limits: PostgresLimits = PostgresLimits(), entropy: Entropy, logger: Logger
    ) async throws(PostgresRefusal) -> PostgresDatabase {
        let first = PostgresSlot(settings, limits)
        do throws(LostConnection) {
            try await first.connect()
        } catch {
            throw await Self.refusal(of: first, settings, error)
        }
        first.disconnect()
        let database = PostgresDatabase(settings, limits, entropy: entropy, logger: logger)
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
        var plan = TransactionPlan(access: access)
        var lock: PostgresSlot?
        defer { lock?.disconnect() }
        var conflicts = 0
        var forgets = false
        for run in 0...Self.mostRepetitions {
            if run > 0 { repetitions.add(1, ordering: .relaxed) }
            switch await attempt(plan, isAlone: conflicts >= Self.conflictsUntilAlone, on: slot, body) {
            case .committed(let value): return value
            case .failed(let error): throw error
            case .changesSchema:
                let slot = PostgresSlot(settings, limits)
                lock = slot
                plan.migration = try await slot.lockMigrations()
            case .unreachable(let loss): throw StorageError.inputOutput(loss.reason)
            case .unknown(let loss):
                note(loss)
                throw StorageError.unknownOutcome
            case .lost(let loss):
                // The server has ended the transaction because the body took too long.
                guard loss.state != "25P03" else { throw StorageError.busy }
                note(loss)
            case .forgotten(let error):
                guard !forgets else { throw Self.withoutStatements(error) }
                forgets = true
            case .conflict:
                conflicts += 1
                if run < Self.mostRepetitions { await pause(conflicts) }
            }
        }
        guard conflicts == 0 else { throw StorageError.serializationFailure }
        throw StorageError.inputOutput("the connection was lost again and again")
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

    /// Waits for a random time after a conflict, from 1 ms to a bound that doubles.
    ///
    /// A cancelled task does not wait, because its write goes on.
    private func pause(_ conflicts: Int) async {
        let bound = UInt64(min(Self.longestPause, 1 << conflicts)) * 1_000
        let drawn = entropy.bytes(4).reduce(UInt64(0)) { number, byte in number << 8 | UInt64(byte) }
        try? await limits.pause(.microseconds(1_000 + drawn % (bound - 999)))
    }

    private func note(_ loss: LostConnection) {
        logger.debug("A connection to the database was lost", metadata: ["reason": "\(loss.reason)"])
    }

    /// The error of a connection that forgets its prepared statements each time.
    private static func withoutStatements(_ error: StorageError) -> StorageError {
        .statement(
            "\(error); if a pooler gives each transaction another connection, set GATEHOUSE_DATABASE_PREPARE=false")
    }
}
