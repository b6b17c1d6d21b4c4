// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseStorage
package import Logging
import ServiceLifecycle

/// Keeps the database small and looks for damage; a round a minute by default.
///
/// The first round and then one a day check everything that is stored.
package struct DatabaseUpkeep: Service {
    /// The time between two complete checks, in seconds.
    private static let checkInterval: TimeInterval = 86_400

    private let database: any ServerDatabase
    private let clock: WallClock
    private let logger: Logger
    private let pause: @Sendable () async throws -> Void

    /// Creates the service; `pause` waits until the next round and throws when the task is cancelled.
    package init(
        _ database: any ServerDatabase, clock: WallClock, logger: Logger,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(60)) }
    ) {
        self.database = database
        self.clock = clock
        self.logger = logger
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a failed round is logged, and the next one tries again.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var checked: Date?
            repeat {
                // A clock that was set back must not put off the check.
                let isDue = checked.map { abs(clock.now.timeIntervalSince($0)) >= Self.checkInterval } ?? true
                if isDue {
                    checked = clock.now
                    await attempt("The database failed its check", .critical) { try await database.checkContent() }
                }
                await attempt("Free space of the database could not be given back", .warning) {
                    try await database.tidy()
                }
            } while (try? await pause()) != nil && !Task.isCancelled
        }
    }

    private func attempt(
        _ failure: Logger.Message, _ level: Logger.Level, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
        } catch is CancellationError {
            // The server ends.
        } catch {
            logger.log(level: level, failure, metadata: ["cause": "\(error)"])
        }
    }
}
