// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import Logging
import ServiceLifecycle

/// Removes what changes of data APIs have listed for removal and not removed, at its start and then every five minutes.
package struct CleanupService: Service {
    /// The time in seconds for which a change in another process may still be at it.
    static let patience: TimeInterval = 10

    private let isAlone: Bool
    private let remove: @Sendable (_ age: TimeInterval) async throws -> Void
    private let logger: Logger
    private let pause: @Sendable () async throws -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - logger: gets a line for each round that fails.
    ///   - isAlone: whether no other process uses the database.
    ///   - remove: is one round, which leaves alone what was listed in the last seconds.
    ///   - pause: waits until the next round, and throws when the task is cancelled.
    package init(
        logger: Logger, isAlone: Bool = true,
        removing remove: @escaping @Sendable (_ age: TimeInterval) async throws -> Void,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(300)) }
    ) {
        self.isAlone = isAlone
        self.remove = remove
        self.logger = logger
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a failed round is logged, and the next one tries again.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            // At the start, a process that is alone has the newest schemas, so that nothing is left to others.
            await round(isAlone ? 0 : Self.patience)
            while (try? await pause()) != nil, !Task.isCancelled { await round(Self.patience) }
        }
    }

    private func round(_ age: TimeInterval) async {
        do {
            try await remove(age)
        } catch {
            logger.warning("Dropped records and values could not be removed", metadata: ["cause": "\(error)"])
        }
    }
}
