// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Logging
import ServiceLifecycle

/// Generates signing keys in advance, so that creating a pool does not wait for them.
package struct KeyPreparationService: Service {
    private let keys: PreparedSigningKeys
    private let listening: AsyncStream<Void>?
    private let logger: Logger

    /// Creates the service, which fills the stock of `keys`, after the first element of `listening` if there is one.
    ///
    /// A start that makes keys before the server listens takes a third more of the processor's time.
    package init(_ keys: PreparedSigningKeys, after listening: AsyncStream<Void>? = nil, logger: Logger) {
        self.keys = keys
        self.listening = listening
        self.logger = logger
    }

    /// Runs until a graceful shutdown; if no key can be generated, new pools generate their own.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            if let listening { _ = await listening.first { _ in true } }
            do {
                try await keys.run()
            } catch {
                logger.warning("Signing keys could not be prepared", metadata: ["cause": "\(error)"])
            }
        }
        // A service that returns before the shutdown would end the process.
        try? await gracefulShutdown()
    }
}
