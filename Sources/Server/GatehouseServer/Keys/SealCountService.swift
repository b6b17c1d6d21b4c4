// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
package import Logging
import ServiceLifecycle

/// Reserves seals while the server runs, and tells the operator when a master key should be replaced.
package struct SealCountService: Service {
    private let reservations: SealReservations
    private let logger: Logger
    private let isOnDuty: @Sendable () -> Bool
    private let pause: @Sendable () async throws -> Void

    /// Creates the service; `pause` waits until the next round and throws when the task is cancelled.
    ///
    /// The numbers are those of all processes on the database, of which the one that `isOnDuty` tells the operator.
    package init(
        _ reservations: SealReservations, logger: Logger,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(10)) },
        isOnDuty: @escaping @Sendable () -> Bool = { true }
    ) {
        self.reservations = reservations
        self.logger = logger
        self.isOnDuty = isOnDuty
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a failed round is logged, and the next one tries again.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat { await reserve() } while (try? await pause()) != nil && !Task.isCancelled
        }
    }

    private func reserve() async {
        do {
            for count in try await reservations.reserve() where isOnDuty() {
                logger.warning(
                    "A master key has sealed many values: replace it as docs/master-keys.md describes, with gatehouse rotate-master-key",
                    metadata: [
                        "master_key": "\(count.keyID)", "purpose": "\(count.purpose)", "seals": "\(count.number)",
                    ])
            }
        } catch is CancellationError {
            // The server ends.
        } catch {
            logger.warning("The number of seals could not be stored", metadata: ["cause": "\(error)"])
        }
    }
}
