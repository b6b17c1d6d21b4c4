// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSQLite
import GatehouseStorage
package import Logging
import ServiceLifecycle

/// Compares the open files of the database with those at its path, every two seconds by default.
///
/// After a call met a damaged page, it checks all pages, at most once a minute.
///
/// After they differ, each request that needs the database answers 503; the server goes on, so that the log and
/// `/health` show the reason.
package struct DatabaseWatch: Service {
    private let database: SQLiteDatabase
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable () async throws -> Void

    /// The shortest time between two checks of all pages.
    private static let checkInterval = Duration.seconds(60)

    /// Creates the service; `pause` waits until the next round and throws when the task is cancelled.
    package init(
        _ database: SQLiteDatabase, logger: Logger,
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
            while (try? await pause()) != nil, !Task.isCancelled {
                guard isSound else { continue }
                do {
                    try await database.checkFiles()
                    guard checked.map({ now() - $0 >= Self.checkInterval }) ?? true, database.takeSuspicion() else {
                        continue
                    }
                    checked = now()
                    try await database.checkPages()
                } catch StorageError.unsound(let problem) {
                    isSound = false
                    logger.critical("The database cannot be used", metadata: ["cause": "\(problem)"])
                } catch {
                    logger.warning("The database could not be checked", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
