// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Logging
import ServiceLifecycle

/// Generates signing keys in advance, so that creating a pool does not wait for them.
package struct KeyPreparationService: Service {
    private let keys: PreparedSigningKeys
    private let logger: Logger

    /// Creates the service, which fills the stock of `keys`.
    package init(_ keys: PreparedSigningKeys, logger: Logger) {
        self.keys = keys
        self.logger = logger
    }

    /// Runs until a graceful shutdown; if no key can be generated, new pools generate their own.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
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
