// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Logging
import ServiceLifecycle

/// Runs a job again and again, with a pause before each round.
package struct PeriodicJob: Service {
    private let failure: Logger.Message
    private let logger: Logger
    private let round: @Sendable () async throws -> Void
    private let pause: @Sendable () async throws -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - interval: the pause.
    ///   - failure: the line in the log for a round that fails.
    ///   - logger: gets that line.
    ///   - round: is one round.
    package init(
        every interval: Duration, onFailure failure: Logger.Message, logger: Logger,
        round: @escaping @Sendable () async throws -> Void
    ) {
        self.init(onFailure: failure, logger: logger, round: round) { try await Task.sleep(for: interval) }
    }

    /// Creates the service; `pause` waits until the next round, and throws when the task is cancelled.
    package init(
        onFailure failure: Logger.Message, logger: Logger, round: @escaping @Sendable () async throws -> Void,
        pause: @escaping @Sendable () async throws -> Void
    ) {
        self.failure = failure
        self.logger = logger
        self.round = round
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a failed round is logged, and the next one tries again.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await pause()) != nil, !Task.isCancelled { await attempt() }
        }
    }

    private func attempt() async {
        do {
            try await round()
        } catch is CancellationError {
            // The server ends.
        } catch {
            logger.warning(failure, metadata: ["cause": "\(error)"])
        }
    }
}
