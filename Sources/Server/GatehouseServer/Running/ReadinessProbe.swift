// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGateway
import GatehouseStorage
package import Logging
import ServiceLifecycle
import Synchronization

/// Reads and writes the database periodically, so that the server knows at any time whether it is ready.
///
/// The last result is available without waiting. It counts for a limited time: a check that does not end makes the
/// server not ready, too.
package final class ReadinessProbe: Service {
    private enum Finding {
        case ready(at: ContinuousClock.Instant)
        case failed(NotReady)
    }

    private let freshness: Duration
    private let check: @Sendable () async throws -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable () async throws -> Void
    private let logger: Logger

    private struct State {
        var finding = Finding.failed(NotReady("The database has not been checked yet."))
        /// Whether clients can reach the server; before that, the log does not say that it is ready.
        var isListening: Bool
        /// Whether the database was found unusable for the rest of the process.
        var isOver = false
    }

    private let state: Mutex<State>

    /// Creates a probe; `check` reads and writes the database, `pause` waits until the next check and throws when the
    /// task is cancelled, and a successful check counts for the time `freshness`.
    ///
    /// If the server is not `isListening` yet, call ``listens()`` as soon as it is.
    package init(
        logger: Logger, isListening: Bool = true, freshness: Duration = .seconds(15),
        check: @escaping @Sendable () async throws -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(5)) }
    ) {
        self.logger = logger
        self.freshness = freshness
        self.check = check
        self.now = now
        self.pause = pause
        state = Mutex(State(isListening: isListening))
    }

    /// Records that clients can reach the server, and logs that it is ready if it is.
    package func listens() {
        let isReady = state.withLock { state in
            state.isListening = true
            if case .ready = state.finding { return true }
            return false
        }
        if isReady { logger.info("The server is ready") }
    }

    /// Records the error of a call; if the database cannot be used, the server is not ready until a check succeeds.
    package func met(_ error: any Error) {
        switch error as? StorageError {
        case .full, .readOnly, .inputOutput, .corrupt, .unsound: note(.failed(NotReady(of: error)), cause: error)
        default: return
        }
    }

    /// Returns at once if the last check succeeded and still counts.
    /// - Throws: the reason why the server is not ready.
    package func requireReady() throws(NotReady) {
        switch state.withLock({ state in state.finding }) {
        case .failed(let reason): throw reason
        case .ready(let time) where now() - time > freshness:
            throw NotReady("The database has not answered for more than \(freshness.components.seconds) seconds.")
        case .ready: return
        }
    }

    /// Runs until a graceful shutdown.
    package func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while (try? await pause()) != nil, !Task.isCancelled { await probe() }
        }
    }

    /// Checks the database once.
    package func probe() async {
        do {
            try await check()
            let time = now()
            note(.ready(at: time), cause: nil)
        } catch {
            // A check that the shutdown cancelled says nothing about the database.
            guard !Task.isCancelled else { return }
            note(.failed(NotReady(of: error)), cause: error)
        }
    }

    /// Stores a result, and logs it if it differs from the one before.
    private func note(_ present: Finding, cause: (any Error)?) {
        let (former, isListening) = state.withLock { state -> (Finding, Bool) in
            let former = state.finding
            // A check that began before may end now.
            if case .ready = present, state.isOver { return (former, false) }
            if case .unsound = cause as? StorageError { state.isOver = true }
            state.finding = present
            return (former, state.isListening)
        }
        switch (former, present) {
        case (.ready, .failed(let reason)):
            logger.error(
                "The server is not ready", metadata: ["reason": "\(reason)", "cause": "\(cause.map { "\($0)" } ?? "")"])
        case (.failed(let reason), .failed(let next)) where reason != next:
            logger.error(
                "The server is not ready", metadata: ["reason": "\(next)", "cause": "\(cause.map { "\($0)" } ?? "")"])
        case (.failed, .ready): if isListening { logger.info("The server is ready") }
        case (.ready, .ready), (.failed, .failed): return
        }
    }
}

extension NotReady {
    /// The reason for an error of a check, in words without data of the database.
    init(of error: any Error) {
        if let reason = error as? NotReady {
            self = reason
            return
        }
        let reason =
            switch error as? StorageError {
            case .full: "The disk of the database is full."
            case .readOnly: "The database is read-only."
            case .busy: "The database is locked by another process, or has no connection left."
            case .corrupt: "The database is damaged."
            case .unsound: "The database's files were replaced, removed or damaged; the log has the cure."
            case .inputOutput: "The database cannot be reached, read or written."
            case .closed: "The database is closed."
            default: "The database cannot be used; the log has the cause."
            }
        self.init(reason)
    }
}

/// A database that reports the errors of its transactions.
struct ReportingDatabase: SQLDatabase {
    private let base: any SQLDatabase
    private let report: @Sendable (any Error) -> Void

    init(_ base: any SQLDatabase, report: @escaping @Sendable (any Error) -> Void) {
        self.base = base
        self.report = report
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value {
        do {
            return try await base.read(body)
        } catch {
            report(error)
            throw error
        }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await base.write(body)
        } catch {
            report(error)
            throw error
        }
    }
}
