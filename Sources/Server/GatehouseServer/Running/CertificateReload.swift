// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseHTTP
package import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate and its key again when the process is told to with SIGHUP, as tools that renew them do.
package struct CertificateReload: Service {
    private let files: TLSFiles
    private let keeper: TLSKeeper
    private let clock: WallClock
    private let logger: Logger

    /// Prepares the service.
    package init(_ files: TLSFiles, into keeper: TLSKeeper, clock: WallClock = .system, logger: Logger) {
        self.files = files
        self.keeper = keeper
        self.clock = clock
        self.logger = logger
    }

    /// Runs until a graceful shutdown; what cannot be used is logged, and the present certificate stays.
    package func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { reload() }
    }

    /// Reads the files once.
    package func reload() {
        do throws(StartupRefusal) {
            keeper.replace(with: try files.identity(at: clock.now))
            logger.notice("The TLS certificate was read again")
        } catch {
            logger.error("The TLS certificate could not be read again", metadata: ["cause": "\(error)"])
        }
    }
}
