// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Logging
import ServiceLifecycle

/// Deletes expired rows periodically, every five minutes by default.
package struct PurgeService: Service {
    private let remove: @Sendable () async throws -> Void
    private let logger: Logger
    private let pause: @Sendable () async throws -> Void

    /// Creates the service; `remove` is one round, `pause` waits until the next and throws when the task is cancelled.
    package init(
        logger: Logger, removing remove: @escaping @Sendable () async throws -> Void,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(300)) }
    ) {
        self.remove = remove
        self.logger = logger
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a failed round is logged, and the next one tries again.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await pause()) != nil, !Task.isCancelled { await purge() }
        }
    }

    private func purge() async {
        do {
            try await remove()
        } catch {
            logger.warning("Expired rows could not be removed", metadata: ["cause": "\(error)"])
        }
    }
}
