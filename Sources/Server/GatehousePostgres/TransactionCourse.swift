// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// What a transaction does next.
enum TransactionStep<Value: Sendable>: Sendable {
    /// Run the body, after a pause, unless the transaction's own snapshot has the witness of an earlier run.
    case run(after: TransactionPause, unless: SQL?)
    /// Get the lock of migrations, and then run the body.
    case lockMigrations
    /// Ask on a new connection whether the query returns a row, after a pause and until the deadline.
    case ask(SQL, after: TransactionPause, until: ContinuousClock.Instant)
    /// Return the result, or throw the error.
    case end(Result<Value, any Error>)
}

/// The pause before a step.
enum TransactionPause: Sendable, Equatable {
    case none
    /// A random time, which grows with the number of conflicts.
    case conflict(Int)
    /// The time after which a server that could not be used is tried again.
    case outage
}

/// What a query for a witness has found.
enum WitnessAnswer: Sendable, Equatable {
    /// The witness is there: the transaction was committed.
    case there
    /// The witness is not there: the transaction was not committed, or its commit is still going on at the server.
    case absent
    /// There was no answer.
    case unanswered
}

/// The course of one transaction: which step follows each attempt.
///
/// A body runs again after a conflict, and after its connection was lost before the COMMIT was sent. If the answer to the
/// COMMIT was lost, the course asks for the witness of the transaction. If the witness is there, the lost answer was a
/// success. If it is absent, the body runs again, and its transaction looks for the witness once more: so the body never
/// sees the changes of its own first commit. A commit that is still going on at the server has the keys that the run
/// stores too, so the run waits for its end, and then takes its place or ends in a conflict or an error, after which the
/// course asks again. A transaction that changed nothing has no witness, and runs again at once.
struct TransactionCourse<Value: Sendable> {
    /// The most runs of a body after its first.
    static var mostRepetitions: Int { 8 }

    private struct Doubt {
        let deadline: ContinuousClock.Instant
        let commit: UnansweredCommit<Value>
        /// The error of a later run, which is the result if the witness is absent after it.
        var error: (any Error)?
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let findingOut: Duration
    private var doubt: Doubt?
    private var forgets = false
    private var repetitions = 0
    /// The number of conflicts with other transactions.
    private(set) var conflicts = 0

    /// Creates the course of a transaction that has not run; after a lost answer it finds out for `findingOut` at most.
    init(findingOut: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.findingOut = findingOut
        self.now = now
    }

    /// Whether it is unknown if an earlier run was committed.
    var isInDoubt: Bool { doubt != nil }

    /// The step after an attempt to run the body.
    mutating func step(after attempt: TransactionAttempt<Value>) -> TransactionStep<Value> {
        switch attempt {
        case .committed(let value): return .end(.success(value))
        case .committedBefore:
            guard let doubt else { return repetition(after: .none) }
            return .end(.success(doubt.commit.value))
        case .failed(let error): return step(afterError: error)
        case .unknown(let commit):
            let isRepeated = isInDoubt
            if let former = doubt {
                // A run that changed nothing says nothing of an earlier one.
                if commit.witness != nil { doubt = Doubt(deadline: former.deadline, commit: commit) }
            } else {
                doubt = Doubt(deadline: now() + findingOut, commit: commit)
            }
            return question(after: isRepeated ? .outage : .none)
        case .unreachable(let loss): return step(afterError: StorageError.inputOutput(loss.reason))
        case .lost(let loss):
            // The server has ended the transaction because the body took too long.
            guard loss.state != "25P03" else { return step(afterError: StorageError.busy) }
            return isInDoubt ? question(after: .outage) : repetition(after: .none)
        case .changesSchema:
            if case .end(let result) = repetition(after: .none) { return .end(result) }
            return .lockMigrations
        case .forgotten(let error):
            guard !forgets else { return step(afterError: Self.withoutStatements(error)) }
            forgets = true
            return repetition(after: .none)
        case .conflict:
            conflicts += 1
            return isInDoubt ? question(after: .conflict(conflicts)) : repetition(after: .conflict(conflicts))
        }
    }

    /// The step after a query for a witness.
    mutating func step(after answer: WitnessAnswer) -> TransactionStep<Value> {
        guard let doubt else { return repetition(after: .none) }
        switch answer {
        case .there: return .end(.success(doubt.commit.value))
        case .absent:
            if let error = doubt.error { return .end(.failure(error)) }
            return repetition(after: .none)
        case .unanswered: return question(after: .outage)
        }
    }

    private mutating func step(afterError error: any Error) -> TransactionStep<Value> {
        guard isInDoubt else { return .end(.failure(error)) }
        // An outage says nothing of the first commit: a wait for a lock, for example, may be a wait for that commit.
        if let failure = error as? StorageError, failure.isOutage {
            doubt?.error = nil
            return question(after: .outage)
        }
        // The key that exists already, for example, may be that of the first commit, which has ended in the meantime.
        doubt?.error = error
        return doubt?.commit.witness == nil ? .end(.failure(error)) : question(after: .none)
    }

    /// The question for the witness, or another run of a body without one.
    private mutating func question(after pause: TransactionPause) -> TransactionStep<Value> {
        guard let doubt, now() < doubt.deadline else { return .end(.failure(StorageError.unknownOutcome)) }
        guard let witness = doubt.commit.witness else { return repetition(after: pause) }
        return .ask(witness, after: pause, until: doubt.deadline)
    }

    private mutating func repetition(after pause: TransactionPause) -> TransactionStep<Value> {
        guard let doubt else {
            guard repetitions < Self.mostRepetitions else { return .end(.failure(exhaustion)) }
            repetitions += 1
            return .run(after: pause, unless: nil)
        }
        // The pauses and the deadline bound the number of these runs.
        guard now() < doubt.deadline else { return .end(.failure(StorageError.unknownOutcome)) }
        return .run(after: pause, unless: doubt.commit.witness)
    }

    private var exhaustion: StorageError {
        conflicts > 0 ? .serializationFailure : .inputOutput("the connection was lost again and again")
    }

    /// The error of a connection that forgets its prepared statements each time.
    private static func withoutStatements(_ error: StorageError) -> StorageError {
        .statement(
            "\(error); if a pooler gives each transaction another connection, set GATEHOUSE_DATABASE_PREPARE=false")
    }
}
