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
        let text: SQLText
        let types: [UInt32]
    }

    /// The statements of a trip, by the places of their answers.
    private struct Sent {
        /// The answer to each statement.
        var answers: [Int] = []
        /// The statements that are prepared in the trip, with the answer to the preparation.
        var fresh: [(key: Key, answer: Int)] = []
    }

    /// The most prepared statements; more than the program has.
    private static let mostPrepared = 1_000

    private let wire: PostgresWire
    private let settings: PostgresSettings
    private let limits: PostgresLimits
    private var prepared: [Key: String] = [:]
    /// The number of names that were given to prepared statements.
    private var names = 0

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
        guard transaction.hasBegun || transaction.hasPosted else {
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
            case .write: return commit(value, of: transaction, plan)
            }
        case .failure(let error):
            if transaction.hasBegun { leave("ROLLBACK") }
            if error is CommittedBefore { return .committedBefore }
            // The body may have failed because it took the row of a claim to be new.
            return transaction.isClaiming ? .conflict : .failed(error)
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
        case .refused(let error) where error.isConflict || error.isTaken && transaction.isClaiming: return .conflict
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

    /// Sends the statements that wait for the next trip, and the COMMIT.
    private func commit<Value: Sendable>(
        _ value: Value, of transaction: PostgresTransaction, _ plan: TransactionPlan
    ) -> TransactionAttempt<Value> {
        let witness = CommitWitness(transaction, plan)
        let statements = transaction.takePosted() + [witness.insertion].compactMap { $0 }
        let commands = transaction.hasBegun ? [] : beginning(of: plan)
        let answers: [PostgresResult]
        let sent: Sent
        do throws(LostConnection) {
            for command in commands { try wire.send(command) }
            sent = try send(statements, after: commands.count, isPrepared: true)
            try wire.send("COMMIT")
            answers = try wire.finishTrip(within: limits.answer)
        } catch {
            return .unknown(UnansweredCommit(value: value, witness: witness.query, loss: error))
        }
        limits.whenTripEnds()
        guard let answer = answers.last else {
            let loss = LostConnection(reason: "the server did not answer the COMMIT")
            return .unknown(UnansweredCommit(value: value, witness: witness.query, loss: loss))
        }
        let failed = answers.firstIndex { $0.error != nil }
        forget(sent, from: failed)
        if let failed, let error = answers[failed].error {
            if failed < answers.count - 1 {
                // The server has refused a statement and skipped the COMMIT, so the transaction is still open.
                leave("ROLLBACK")
                // An earlier run of the same body has the key of a witness, and another transaction that of a claim.
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

    /// Sends commands and statements in one trip, and returns the answers to the statements.
    func run(
        _ statements: [SQL], after commands: [String], of plan: TransactionPlan, isPrepared: Bool = true
    ) throws(Failure) -> [PostgresResult] {
        let limit = plan.migration == nil ? limits.answer : limits.migration + limits.answer
        let answers: [PostgresResult]
        let sent: Sent
        do throws(LostConnection) {
            for command in commands { try wire.send(command) }
            sent = try send(statements, after: commands.count, isPrepared: isPrepared)
            answers = try wire.finishTrip(within: limit)
        } catch {
            throw .lost(error)
        }
        limits.whenTripEnds()
        // The first answer with an error is the reason why the server skipped the others.
        let failed = answers.firstIndex { $0.error != nil }
        forget(sent, from: failed)
        if let failed, let error = answers[failed].error { throw .refused(error) }
        guard answers.count == sent.answers.last.map({ $0 + 1 }), answers.last?.isSkipped == false else {
            throw .lost(LostConnection(reason: "the server skipped a statement"))
        }
        return sent.answers.map { answers[$0] }
    }

    /// Adds statements to the trip, each behind its preparation if it has not been prepared; `count` commands of the trip
    /// are before them.
    private func send(_ statements: [SQL], after count: Int, isPrepared: Bool) throws(LostConnection) -> Sent {
        var sent = Sent()
        var next = count
        for sql in statements {
            let arguments = PostgresArguments(sql.arguments)
            let key = Key(text: sql.key, types: arguments.types)
            if let name = prepared[key] {
                try wire.run(prepared: name, arguments)
            } else if isPrepared, settings.prepares, prepared.count < Self.mostPrepared {
                let name = "g\(names)"
                names += 1
                try wire.prepare(sql.text, as: name, types: arguments.types)
                try wire.run(prepared: name, arguments)
                prepared[key] = name
                sent.fresh.append((key: key, answer: next))
                next += 1
            } else {
                try wire.send(sql.text, arguments)
            }
            sent.answers.append(next)
            next += 1
        }
        return sent
    }

    /// Forgets the statements whose preparation failed, or was skipped after the failure of another command.
    private func forget(_ sent: Sent, from failed: Int?) {
        guard let failed else { return }
        for (key, answer) in sent.fresh where answer >= failed { prepared[key] = nil }
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
            [PostgresInspection.schema(settings.url.schema)], after: commands, of: plan, isPrepared: false)[0]
    }
}
