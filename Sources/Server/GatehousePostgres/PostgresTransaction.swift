// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// What a transaction may do, and with which limits.
struct TransactionPlan: Sendable {
    enum Access: Sendable {
        case read
        case write
    }

    /// A migration, whose process holds the lock of the schema's migrations.
    struct Migration: Sendable {
        /// Whether the schema does not exist yet.
        let createsSchema: Bool
        /// Whether the database orders texts by their bytes unless a column has another order.
        let ordersBytes: Bool
    }

    let access: Access
    var migration: Migration?
    /// The random key of the row that the driver adds if the body names no witness; `nil` to add none.
    var key: [UInt8]?
    /// The witness of an earlier run whose commit was not answered; the body does not run if the snapshot has it.
    var doubted: SQL?
}

/// What became of one run of a transaction's body.
enum TransactionAttempt<Value: Sendable>: Sendable {
    /// The body's result; the changes of a write are on disk.
    case committed(Value)
    /// The snapshot has the witness of an earlier run, so the body did not run; nothing was changed.
    case committedBefore
    /// The body or a statement failed; nothing was changed.
    case failed(any Error)
    /// The server could not serialize it with others; nothing was changed.
    case conflict
    /// The connection has lost the prepared statements, or they no longer fit the schema; nothing was changed.
    case forgotten(StorageError)
    /// The body changes the schema, for which the process needs the lock of migrations; nothing was changed.
    case changesSchema
    /// The connection was lost before the COMMIT was sent; nothing was changed.
    case lost(LostConnection)
    /// The connection was lost after the COMMIT was sent.
    case unknown(UnansweredCommit<Value>)
    /// There was no connection.
    case unreachable(LostConnection)
}

extension TransactionAttempt {
    /// How the connection was lost during the attempt.
    var loss: LostConnection? {
        switch self {
        case .lost(let loss): loss
        case .unknown(let commit): commit.loss
        case .committed, .committedBefore, .failed, .conflict, .forgotten, .changesSchema, .unreachable: nil
        }
    }
}

/// A commit whose answer was lost.
struct UnansweredCommit<Value: Sendable>: Sendable {
    /// The result of the body's run.
    let value: Value
    /// The query that returns a row if the transaction was committed; `nil` if it changed nothing, or may be run twice.
    let witness: SQL?
    /// How the connection was lost.
    let loss: LostConnection
}

/// The statements of one transaction, on the thread of its connection.
///
/// BEGIN goes with the first statement. After a statement that failed, the others fail in the same way without a trip.
final class PostgresTransaction: SQLConnection {
    /// The reason why the transaction cannot go on.
    enum Failure {
        case refused(PostgresServerError)
        case lost(LostConnection)
        case changesSchema

        var storageError: StorageError {
            switch self {
            case .refused(let error): StorageError(error)
            case .lost(let loss): .inputOutput(loss.reason)
            case .changesSchema: .statement("a change of the schema waits for its lock")
            }
        }
    }

    private let connection: PostgresConnection
    private let plan: TransactionPlan
    private(set) var failure: Failure?
    private(set) var hasBegun = false
    /// The last witness that the body has noted.
    private(set) var witness: SQL?
    /// Whether a statement may have changed something.
    private(set) var hasChanged = false
    /// Whether the body has returned, so that no statement can follow.
    private var hasEnded = false

    init(on connection: PostgresConnection, _ plan: TransactionPlan) {
        self.connection = connection
        self.plan = plan
    }

    /// Ends the use by the body.
    func end() {
        hasEnded = true
    }

    func query(_ sql: SQL) throws -> [SQLRow] {
        let answer = try answer(to: sql)
        if !sql.text.hasPrefix("SELECT ") { hasChanged = true }
        return try answer.rows()
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        let changedRows = try answer(to: sql).changedRows
        if changedRows > 0 { hasChanged = true }
        return changedRows
    }

    @discardableResult
    func execute(_ sql: SQL, witness: SQL) throws -> Int {
        let changedRows = try execute(sql)
        // A statement that changed nothing met another transaction's row, which says nothing of this one.
        if changedRows > 0 { self.witness = witness }
        return changedRows
    }

    private func answer(to sql: SQL) throws(StorageError) -> PostgresResult {
        guard !hasEnded else { throw .statement("the transaction has ended") }
        if let failure { throw failure.storageError }
        guard sql.arguments.allSatisfy({ $0.isStorable }) else { throw .unstorableValue }
        // The protocol counts them in 16 bits.
        guard sql.arguments.count <= 65_535 else { throw .statement("too many arguments") }
        let changesSchema = plan.access == .write && PostgresDialect.changesSchema(sql.text)
        if changesSchema, plan.migration == nil { throw fail(.changesSchema) }
        do throws(PostgresConnection.Failure) {
            let begin = hasBegun ? [] : connection.beginning(of: plan)
            hasBegun = true
            if changesSchema {
                let text = PostgresDialect.schemaChange(sql.text, ordersBytes: plan.migration?.ordersBytes ?? false)
                return try connection.run(SQL(stringLiteral: text), after: begin, of: plan, isPrepared: false)
            }
            return try connection.run(sql, after: begin, of: plan)
        } catch {
            switch error {
            case .refused(let refusal): throw fail(.refused(refusal))
            case .lost(let loss): throw fail(.lost(loss))
            }
        }
    }

    private func fail(_ failure: Failure) -> StorageError {
        self.failure = failure
        return failure.storageError
    }
}
