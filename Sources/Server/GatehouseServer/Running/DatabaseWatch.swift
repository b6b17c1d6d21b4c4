// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSQLite
package import Logging
import ServiceLifecycle

/// Compares the open files of the database with those at its path, every two seconds by default.
///
/// After they differ, each request that needs the database answers 503; the server goes on, so that the log and
/// `/health` show the reason.
package struct DatabaseWatch: Service {
    private let database: SQLiteDatabase
    private let logger: Logger
    private let pause: @Sendable () async throws -> Void

    /// Creates the service; `pause` waits until the next round and throws when the task is cancelled.
    package init(
        _ database: SQLiteDatabase, logger: Logger,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) }
    ) {
        self.database = database
        self.logger = logger
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a problem is logged once.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var isSound = true
            while (try? await pause()) != nil, !Task.isCancelled {
                guard isSound else { continue }
                do {
                    try await database.checkFiles()
                } catch {
                    isSound = false
                    logger.critical("The database cannot be used", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
