// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseStorage

/// A place for a connection, with a thread of its own on which the connection waits for the server.
///
/// The conformance is unchecked because the state is used on the queue only.
final class PostgresSlot: @unchecked Sendable {
    private let queue = DispatchQueue(label: "gatehouse.postgres")
    private let settings: PostgresSettings
    private let limits: PostgresLimits
    private var connection: PostgresConnection?
    private var lastUse: ContinuousClock.Instant
    private var isClosed = false

    init(_ settings: PostgresSettings, _ limits: PostgresLimits) {
        self.settings = settings
        self.limits = limits
        lastUse = limits.now()
    }

    /// Runs a body as a transaction, on a new connection if there is none that answers.
    func attempt<Value: Sendable>(
        _ plan: TransactionPlan, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async -> TransactionAttempt<Value> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.attemptOnThread(plan, body)) }
        }
    }

    private func attemptOnThread<Value: Sendable>(
        _ plan: TransactionPlan, _ body: (PostgresTransaction) throws -> Value
    ) -> TransactionAttempt<Value> {
        guard !isClosed else { return .failed(StorageError.closed) }
        if let connection, limits.now() - lastUse >= limits.longestIdleTime, !connection.answers() {
            self.connection = nil
        }
        let connection: PostgresConnection
        if let present = self.connection {
            connection = present
        } else {
            do throws(LostConnection) {
                connection = try PostgresConnection(settings, limits)
            } catch {
                return .unreachable(error)
            }
        }
        let attempt = connection.attempt(plan, body)
        self.connection = attempt.endsConnection ? nil : connection
        lastUse = limits.now()
        return attempt
    }

    /// Connects to a server of which `attributes` are required, and lets go of any earlier connection.
    ///
    /// - Throws: ``LostConnection`` with the reason of the server or the system.
    func connect(attributes: String = "read-write") async throws(LostConnection) {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Void, LostConnection>, Never>) in
            queue.async { continuation.resume(returning: self.connectOnThread(attributes)) }
        }
        try result.get()
    }

    private func connectOnThread(_ attributes: String) -> Result<Void, LostConnection> {
        do throws(LostConnection) {
            connection = try PostgresConnection(settings, limits, attributes: attributes)
            lastUse = limits.now()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Begins a transaction that holds the lock of the schema's migrations, until the connection is let go.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    func lockMigrations() async throws(StorageError) -> TransactionPlan.Migration {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<TransactionPlan.Migration, StorageError>, Never>) in
            queue.async { continuation.resume(returning: self.lockMigrationsOnThread()) }
        }
        return try result.get()
    }

    private func lockMigrationsOnThread() -> Result<TransactionPlan.Migration, StorageError> {
        guard !isClosed else { return .failure(.closed) }
        let connection: PostgresConnection
        do throws(LostConnection) {
            connection = try PostgresConnection(settings, limits)
        } catch {
            return .failure(.inputOutput(error.reason))
        }
        self.connection = connection
        let found: PostgresResult
        do throws(PostgresConnection.Failure) {
            found = try connection.lockMigrations()
        } catch {
            switch error {
            case .refused(let refusal): return .failure(StorageError(refusal))
            case .lost(let loss): return .failure(.inputOutput(loss.reason))
            }
        }
        do throws(StorageError) {
            return .success(try PostgresInspection.migration(found.rows()))
        } catch {
            return .failure(error)
        }
    }

    /// Lets go of the connection after its running transaction, so that the server ends what it holds.
    func disconnect() {
        queue.async { self.connection = nil }
    }

    /// Closes the connection for ever, after its running transaction.
    func close() {
        queue.sync {
            isClosed = true
            connection = nil
        }
    }
}

extension TransactionAttempt {
    /// Whether another connection is needed after the attempt.
    fileprivate var endsConnection: Bool {
        switch self {
        case .lost, .unknown, .unreachable, .forgotten: true
        // The server has become a standby.
        case .failed(let error): error as? StorageError == .readOnly
        case .committed, .committedBefore, .conflict, .changesSchema: false
        }
    }
}
