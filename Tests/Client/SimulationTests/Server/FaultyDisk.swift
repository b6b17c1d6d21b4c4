// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Synchronization

/// The process of the server has ended; its operations end with this error, which no caller sees.
struct ProcessEnded: Error {}

/// A process's way to the database: it is slow, it fails, and the process may end before or after any commit.
///
/// A transaction runs whole or not at all, so a process that ends in the middle of one ends before its commit.
struct FaultyDisk: SQLDatabase {
    let medium: ServerMedium
    /// The database that this process has opened.
    let base: SQLiteDatabase
    let stage: Stage
    let life: Life
    let faults: DiskFaults
    let codes: CodeRegister
    let journal: Journal
    let bug: PlantedBug?

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await measured(.reading) { try await slowRead(body) }
    }

    private func slowRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await stage.sleep(faults.delay())
        if life.isOver { throw ProcessEnded() }
        if faults.readFails() { throw failure("a read fails") }
        let result = attempt { [base] in try await base.read(body) }
        await pause()
        return try result.get()
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await measured(.writing) { try await slowWrite(body) }
    }

    private func slowWrite<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await stage.sleep(faults.delay())
        ClientPresence.current?.beginWriting()
        let fate = life.meet()
        if fate == .diesBefore {
            if !life.isOver { try medium.interrupt { _ = commit(body, .none, isKept: false) } }
            throw die("before")
        }
        if bug == .losesCommits, faults.chance(10), let value = pretend(body) { return value }
        let fault = faults.nextWrite()
        let result = commit(body, fault)
        if fate == .diesAfter { throw die("after") }
        if case .success = result, fault == .doubtfulCommit { throw failure("a commit is in doubt") }
        await pause()
        return try result.get()
    }

    /// Does work of an admitted request, and reports its time to the books.
    private func measured<Value>(
        _ resource: WorkResource, _ work: () async throws -> Value
    ) async rethrows -> Value {
        guard let item = AdmittedRequest.current?.begin(resource) else { return try await work() }
        let start = stage.elapsed
        defer { item.end(took: (stage.elapsed - start).nanoseconds) }
        return try await work()
    }

    /// Runs a transaction while the stage stands still; whether its codes are kept, the next process finds out.
    private func commit<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value, _ fault: DiskFaults.WriteFault,
        isKept: Bool = true
    ) -> Result<Value, any Error> {
        let seen = SeenStatements()
        let database = ObservedDatabase(base, observer(of: fault, noting: seen))
        let result = attempt { [bug] in
            try await database.write { connection in
                let value = try body(connection)
                for damage in bug?.damage ?? [] { try connection.execute(damage) }
                if fault == .failedCommit { throw StorageError.inputOutput("the sync failed") }
                return (value, try CodeRegister.codes(in: connection))
            }
        }
        switch result {
        case .success(let (value, kept)):
            if isKept { codes.commit(kept) }
            RequestTrace.current?.addCommit()
            return .success(value)
        case .failure(let error):
            if fault != .none, error is StorageError { journal.note("  disk: \(error)") }
            if bug == .keepsMessagesApart { keep(seen.messages) }
            return .failure(error)
        }
    }

    /// Runs work on the database while the stage stands still.
    private func attempt<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Result<Value, any Error> {
        Result { try stage.offStage(work) }
    }

    /// Sees the statements that store messages, and refuses those for which the disk has no room.
    private func observer(
        of fault: DiskFaults.WriteFault, noting seen: SeenStatements
    ) -> ObservedDatabase.Observer {
        var observer = ObservedDatabase.Observer()
        observer.before = { statement, _ in
            guard !statement.text.hasPrefix("SELECT") else { return }
            let number = seen.note(statement)
            if case .full(let last) = fault, number > last { throw StorageError.full }
        }
        return observer
    }

    // MARK: - Planted bugs

    /// The result of a transaction that is then taken back.
    private func pretend<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) -> Value? {
        let answer = Handover<Value>()
        _ = commit({ connection in answer.offer(try body(connection)) }, .failedCommit)
        return answer.value
    }

    private func keep(_ messages: [SQL]) {
        let base = base
        _ = attempt {
            try await base.write { connection in
                for message in messages { try connection.execute(message) }
            }
        }
    }

    // MARK: - Parts

    private func failure(_ text: String) -> StorageError {
        journal.note("  disk: \(text)")
        return .inputOutput(text)
    }

    private func die(_ moment: String) -> ProcessEnded {
        if !life.isOver {
            journal.note("  the process ends \(moment) a commit")
            life.end()
        }
        return ProcessEnded()
    }

    /// Lets others run after a transaction; its result stays, whatever happens to its caller.
    private func pause() async {
        do { try await stage.sleep(faults.delay()) } catch { return }
    }
}

/// The changing statements of a transaction.
private final class SeenStatements: Sendable {
    private let statements = Mutex<[SQL]>([])

    /// The statements that store messages.
    var messages: [SQL] {
        statements.withLock { statements in statements.filter { $0.text.hasPrefix("INSERT INTO queued_messages") } }
    }

    /// Keeps a statement and returns how many there are.
    func note(_ statement: SQL) -> Int {
        statements.withLock { statements in
            statements.append(statement)
            return statements.count
        }
    }
}
