// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// The end of a run that has found the witness of an earlier one.
private struct CommittedBefore: Error {}

/// A connection with its prepared statements, on which one transaction after another runs.
///
/// Its calls wait for the server, so they belong on a thread that may block.
final class PostgresConnection {
    /// The reason why a statement has no answer.
    enum Failure: Error {
        case refused(PostgresServerError)
        case lost(LostConnection)
    }

    /// A statement is prepared once for each combination of types, because NULL has none.
    private struct Key: Hashable {
        let text: String
        let types: [UInt32]
    }

    /// A statement that is prepared in the trip in which it runs.
    private struct Preparation {
        let key: Key
        let name: String
    }

    /// The most prepared statements; more than the program has.
    private static let mostPrepared = 1_000

    private let wire: PostgresWire
    private let settings: PostgresSettings
    private let limits: PostgresLimits
    private var prepared: [Key: String] = [:]

    /// Connects, and sets what all transactions need.
    ///
    /// `attributes` is `read-write`, or `any` to find out why no server allows that.
    ///
    /// - Throws: ``LostConnection`` with the reason of the server or the system.
    init(
        _ settings: PostgresSettings, _ limits: PostgresLimits, attributes: String = "read-write"
    ) throws(LostConnection) {
        self.settings = settings
        self.limits = limits
        wire = try PostgresWire(settings.url.parameters(attributes: attributes))
        // A pooler's connection may get the next transaction of another program.
        guard settings.prepares else { return }
        try wire.send(Self.setting(settings, limits, local: false))
        for answer in try wire.finishTrip(within: limits.answer) {
            if let error = answer.error { throw LostConnection(reason: error.message, state: error.state) }
        }
    }

    /// Whether the server answers.
    func answers() -> Bool {
        do throws(LostConnection) {
            try wire.send("SELECT 1")
            return try wire.finishTrip(within: limits.longestWait).allSatisfy { $0.error == nil }
        } catch {
            return false
        }
    }

    // MARK: - Transactions

    /// Runs a body as one transaction.
    func attempt<Value: Sendable>(
        _ plan: TransactionPlan, _ body: (PostgresTransaction) throws -> Value
    ) -> TransactionAttempt<Value> {
        let transaction = PostgresTransaction(on: self, plan)
        let outcome = Result { () throws -> Value in
            if let doubted = plan.doubted, try transaction.queryOne(doubted) != nil { throw CommittedBefore() }
            return try body(transaction)
        }
        transaction.end()
        if let failure = transaction.failure {
            return ended(by: failure, transaction, plan, outcome)
        }
        guard transaction.hasBegun else {
            switch outcome {
            case .success(let value): return .committed(value)
            case .failure(let error): return .failed(error)
            }
        }
        switch outcome {
        case .success(let value):
            switch plan.access {
            case .read:
                leave("COMMIT")
                return .committed(value)
            case .write: return commit(value, CommitWitness(transaction, plan))
            }
        case .failure(let error):
            leave("ROLLBACK")
            return error is CommittedBefore ? .committedBefore : .failed(error)
        }
    }

    /// Ends a transaction of which a statement failed, whatever its body made of that.
    private func ended<Value: Sendable>(
        by failure: PostgresTransaction.Failure, _ transaction: PostgresTransaction, _ plan: TransactionPlan,
        _ outcome: Result<Value, any Error>
    ) -> TransactionAttempt<Value> {
        if case .lost(let loss) = failure { return .lost(loss) }
        if transaction.hasBegun { leave("ROLLBACK") }
        switch failure {
        case .changesSchema: return .changesSchema
        case .refused(let error) where error.isConflict: return .conflict
        case .refused(let error) where error.isForgotten: return .forgotten(StorageError(error))
        case .refused, .lost: break
        }
        switch (outcome, plan.access) {
        case (.failure(let error), _): return .failed(error)
        // A read may ask whether there is a table at all.
        case (.success(let value), .read): return .committed(value)
        case (.success, .write): return .failed(failure.storageError)
        }
    }

    private func commit<Value: Sendable>(_ value: Value, _ witness: CommitWitness) -> TransactionAttempt<Value> {
        let answers: [PostgresResult]
        var fresh: Preparation?
        do throws(LostConnection) {
            if let insertion = witness.insertion { fresh = try add(insertion, isPrepared: true) }
            try wire.send("COMMIT")
            answers = try wire.finishTrip(within: limits.answer)
        } catch {
            return .unknown(UnansweredCommit(value: value, witness: witness.query, loss: error))
        }
        guard let answer = answers.last else {
            let loss = LostConnection(reason: "the server did not answer the COMMIT")
            return .unknown(UnansweredCommit(value: value, witness: witness.query, loss: loss))
        }
        let failed = answers.firstIndex { $0.error != nil }
        if let fresh, failed != 0 { prepared[fresh.key] = fresh.name }
        if let failed, let error = answers[failed].error {
            if failed < answers.count - 1 {
                // The server has refused the witness and skipped the COMMIT, so the transaction is still open.
                leave("ROLLBACK")
                // Nothing but an earlier run of the same body has its key.
                if error.isTaken { return .conflict }
            }
            if error.isConflict { return .conflict }
            return error.isForgotten ? .forgotten(StorageError(error)) : .failed(StorageError(error))
        }
        guard answer.tag == "COMMIT" else {
            return .failed(StorageError.statement("the server undid the transaction at its end"))
        }
        return .committed(value)
    }

    /// Sends the end of a transaction whose changes do not matter, and does not wait for the answer.
    private func leave(_ statement: String) {
        do throws(LostConnection) {
            try wire.send(statement)
            try wire.endTrip()
        } catch {
            // The next transaction meets the lost connection, and is run again on another.
        }
    }

    /// The commands with which a transaction begins.
    func beginning(of plan: TransactionPlan) -> [String] {
        var commands: [String]
        switch plan.access {
        case .read: commands = ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
        case .write: commands = ["BEGIN ISOLATION LEVEL SERIALIZABLE"]
        }
        if !settings.prepares { commands.append(Self.setting(settings, limits, local: true)) }
        if let migration = plan.migration {
            let time = PostgresDialect.milliseconds(limits.migration)
            commands += ["SET LOCAL statement_timeout = \(time)", "SET LOCAL lock_timeout = \(time)"]
            if migration.createsSchema { commands.append("CREATE SCHEMA IF NOT EXISTS \"\(settings.url.schema)\"") }
        }
        return commands
    }

    /// Sets what all transactions need; the schema's name has no characters with a meaning in SQL.
    private static func setting(_ settings: PostgresSettings, _ limits: PostgresLimits, local: Bool) -> String {
        let values = [
            ("search_path", "\"\(settings.url.schema)\""),
            ("statement_timeout", PostgresDialect.milliseconds(limits.statement)),
            ("lock_timeout", PostgresDialect.milliseconds(limits.lock)),
            ("idle_in_transaction_session_timeout", PostgresDialect.milliseconds(limits.idleInTransaction)),
        ]
        return "SELECT " + values.map { "set_config('\($0)', '\($1)', \(local))" }.joined(separator: ", ")
    }

    // MARK: - Statements

    /// Sends commands and a statement in one trip, and returns the answer to the statement.
    func run(
        _ sql: SQL, after commands: [String], of plan: TransactionPlan, isPrepared: Bool = true
    ) throws(Failure) -> PostgresResult {
        let limit = plan.migration == nil ? limits.answer : limits.migration + limits.answer
        let answers: [PostgresResult]
        let fresh: Preparation?
        do throws(LostConnection) {
            for command in commands { try wire.send(command) }
            fresh = try add(sql, isPrepared: isPrepared)
            answers = try wire.finishTrip(within: limit)
        } catch {
            throw .lost(error)
        }
        // The first answer with an error is the reason why the server skipped the others.
        let failed = answers.firstIndex { $0.error != nil }
        if let fresh, failed ?? answers.count > answers.count - 2 { prepared[fresh.key] = fresh.name }
        if let failed, let error = answers[failed].error { throw .refused(error) }
        guard let answer = answers.last, !answer.isSkipped else {
            throw .lost(LostConnection(reason: "the server skipped a statement"))
        }
        return answer
    }

    /// Adds a statement to the trip, behind its preparation if it has not been prepared.
    private func add(_ sql: SQL, isPrepared: Bool) throws(LostConnection) -> Preparation? {
        let arguments = PostgresArguments(sql.arguments)
        let key = Key(text: sql.text, types: arguments.types)
        if let name = prepared[key] {
            try wire.run(prepared: name, arguments)
            return nil
        }
        guard isPrepared, settings.prepares, prepared.count < Self.mostPrepared else {
            try wire.send(sql.text, arguments)
            return nil
        }
        let fresh = Preparation(key: key, name: "g\(prepared.count)")
        try wire.prepare(sql.text, as: fresh.name, types: arguments.types)
        try wire.run(prepared: fresh.name, arguments)
        return fresh
    }
}

// MARK: - Migrations

extension PostgresConnection {
    /// Begins a transaction that holds the lock of the schema's migrations as long as the connection exists.
    ///
    /// The lock has a connection of its own: the migration's own snapshot must be newer than the lock, and a lock of the
    /// session would stay behind at a pooler.
    ///
    /// - Throws: ``Failure``.
    func lockMigrations() throws(Failure) -> PostgresResult {
        let time = PostgresDialect.milliseconds(limits.migration)
        let (program, schema) = PostgresDialect.migrationLock(settings.url.schema)
        let commands = [
            "BEGIN ISOLATION LEVEL READ COMMITTED", "SET LOCAL statement_timeout = \(time)",
            "SET LOCAL lock_timeout = \(time)", "SET LOCAL idle_in_transaction_session_timeout = 0",
            "SELECT pg_advisory_xact_lock(\(program), \(schema))",
        ]
        // The plan is for the wait alone.
        let plan = TransactionPlan(
            access: .write, migration: TransactionPlan.Migration(createsSchema: false, ordersBytes: false))
        return try run(
            PostgresInspection.schema(settings.url.schema), after: commands, of: plan, isPrepared: false)
    }
}
