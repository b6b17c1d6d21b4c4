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
    /// Whether the body has run before, so that it waits for the answer to each claim.
    var isRepeated = false
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
/// BEGIN goes with the first statement, queries that the body expects go in one trip, and statements without an answer go
/// with the next query or with the COMMIT. The same query is not sent again before a change: the snapshot has the same
/// answer. After a statement that failed, the others fail in the same way without a trip.
///
/// In the first run of a body, a claim has no answer either: the row is taken to be new, which it nearly always is. A row
/// that exists makes the server undo the transaction, and the body runs again.
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

    /// The most statements that wait for the next trip.
    private static let mostPosted = 64
    /// The most queries whose answers are remembered.
    private static let mostKnown = 32

    private let connection: PostgresConnection
    private let plan: TransactionPlan
    /// The statements that wait for the next trip.
    private var posted: [SQL] = []
    /// The queries that the body makes next, which go with its next one.
    private var expected: [SQL] = []
    /// The answers to queries since the last change.
    private var known: [(sql: SQL, answer: PostgresResult)] = []
    private(set) var failure: Failure?
    private(set) var hasBegun = false
    /// The last witness that the body has noted.
    private(set) var witness: SQL?
    /// Whether a statement may have changed something.
    private(set) var hasChanged = false
    /// Whether the server has not said of a claim that it holds.
    private(set) var isClaiming = false
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

    // MARK: - Queries

    func query(_ sql: SQL) throws -> [SQLRow] {
        try answer(to: sql).rows()
    }

    func read(_ sql: SQL, _ body: (SQLCursor) throws -> Bool) throws {
        try answer(to: sql).read(body)
    }

    private func answer(to sql: SQL) throws(StorageError) -> PostgresResult {
        try requireUsable()
        if let answer = known.first(where: { $0.sql == sql })?.answer { return answer }
        let isRead = sql.key.beginning.hasPrefix("SELECT ")
        if !isRead { forget() }
        let queries = expected.contains(sql) ? expected : expected + [sql]
        let isExpected = !expected.isEmpty
        expected = []
        let answers = try answers(to: queries)
        if !isRead { hasChanged = true }
        var found: PostgresResult?
        for (query, answer) in zip(queries, answers) {
            if query == sql { found = answer }
            if isRead, isExpected || answer.rowCount <= 1 { remember(query, answer) }
        }
        guard let found else { throw .statement("the server did not answer the query") }
        return found
    }

    func expect(_ queries: @autoclosure () -> [SQL]) {
        for query in queries() where query.arguments.allSatisfy({ $0.isStorable }) {
            guard !expected.contains(query), !known.contains(where: { $0.sql == query }) else { continue }
            expected.append(query)
        }
    }

    /// Remembers the answer to a lookup, which is the same until the body changes something.
    ///
    /// A query without arguments may ask for something that changes by itself, such as the time.
    private func remember(_ query: SQL, _ answer: PostgresResult) {
        guard !query.arguments.isEmpty, known.count < Self.mostKnown else { return }
        known.append((sql: query, answer: answer))
    }

    /// Forgets what a change can make untrue.
    private func forget() {
        known = []
        expected = []
    }

    // MARK: - Changes

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        forget()
        let changedRows = try answers(to: [sql]).last?.changedRows ?? 0
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

    func post(_ sql: SQL) throws {
        try requireUsable()
        try Self.check(sql)
        forget()
        posted.append(sql)
        hasChanged = true
        if posted.count >= Self.mostPosted { _ = try answers(to: []) }
    }

    /// Sends the INSERT as it is: a key that exists already is that of an earlier run, and an error.
    func post(_ id: String, _ insertion: SQL, witness: SQL) throws {
        try post(insertion)
        self.witness = witness
    }

    /// The INSERT is without ON CONFLICT in the first run, so that a row that exists undoes the transaction.
    func claim(_ insertion: SQL) throws -> Bool {
        guard !plan.isRepeated else { return try execute(insertion.ignoringConflicts) > 0 }
        isClaiming = true
        try post(insertion)
        return true
    }

    /// Whether statements wait for the next trip.
    var hasPosted: Bool { !posted.isEmpty }

    /// Hands over the statements that wait for the next trip.
    func takePosted() -> [SQL] {
        defer { posted = [] }
        return posted
    }

    // MARK: - Trips

    private func requireUsable() throws(StorageError) {
        guard !hasEnded else { throw .statement("the transaction has ended") }
        if let failure { throw failure.storageError }
    }

    private static func check(_ sql: SQL) throws(StorageError) {
        guard sql.arguments.allSatisfy({ $0.isStorable }) else { throw .unstorableValue }
        // The protocol counts them in 16 bits.
        guard sql.arguments.count <= 65_535 else { throw .statement("too many arguments") }
    }

    /// Sends the statements that wait, and others behind them, in one trip; returns the answers to the others.
    ///
    /// A change of the schema is always alone.
    private func answers(to statements: [SQL]) throws(StorageError) -> [PostgresResult] {
        try requireUsable()
        for sql in statements { try Self.check(sql) }
        let change = statements.first { plan.access == .write && PostgresDialect.changesSchema($0.key.beginning) }
        if change != nil, plan.migration == nil { throw fail(.changesSchema) }
        do throws(PostgresConnection.Failure) {
            let begin = hasBegun ? [] : connection.beginning(of: plan)
            hasBegun = true
            let waiting = takePosted()
            if let change {
                let text = PostgresDialect.schemaChange(change.text, ordersBytes: plan.migration?.ordersBytes ?? false)
                let statements = waiting + [SQL(stringLiteral: text)]
                return Array(try connection.run(statements, after: begin, of: plan, isPrepared: false).suffix(1))
            }
            let answers = try connection.run(waiting + statements, after: begin, of: plan)
            isClaiming = false
            return Array(answers.suffix(statements.count))
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
