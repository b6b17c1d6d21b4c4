// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseStorage
package import Logging
import ServiceLifecycle

/// Checks every two seconds, by default, that the database is still the one that was opened.
///
/// After a call has met damage, it checks everything that is stored, at most once a minute.
///
/// After a check has failed, each request that needs the database answers 503; the process continues, so that the log
/// and `/health` show the reason.
package struct DatabaseWatch: Service {
    private let database: any ServerDatabase
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable () async throws -> Void

    /// The shortest time between two checks of everything that is stored, and between two warnings.
    private static let checkInterval = Duration.seconds(60)

    /// Creates the service; `pause` waits until the next round and throws when the task is cancelled.
    package init(
        _ database: any ServerDatabase, logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) }
    ) {
        self.database = database
        self.logger = logger
        self.now = now
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a problem is logged once.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var isSound = true
            var checked: ContinuousClock.Instant?
            var warned: ContinuousClock.Instant?
            while (try? await pause()) != nil, !Task.isCancelled {
                guard isSound else { continue }
                do {
                    try await database.checkIdentity()
                    guard checked.map({ now() - $0 >= Self.checkInterval }) ?? true, database.takeSuspicion() else {
                        continue
                    }
                    checked = now()
                    try await database.checkContent()
                } catch StorageError.unsound(let problem) {
                    isSound = false
                    logger.critical("The database cannot be used", metadata: ["cause": "\(problem)"])
                } catch {
                    // A database server can be away for long: one line a minute says so.
                    guard warned.map({ now() - $0 >= Self.checkInterval }) ?? true else { continue }
                    warned = now()
                    logger.warning("The database could not be checked", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
