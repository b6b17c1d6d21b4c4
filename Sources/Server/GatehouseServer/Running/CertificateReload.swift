// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseHTTP
package import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate and its key on SIGHUP, which tools for certificate renewal send.
package struct CertificateReload: Service {
    private let files: TLSFiles
    private let keeper: TLSKeeper
    private let clock: WallClock
    private let logger: Logger

    /// Creates the service.
    package init(_ files: TLSFiles, into keeper: TLSKeeper, clock: WallClock = .system, logger: Logger) {
        self.files = files
        self.keeper = keeper
        self.clock = clock
        self.logger = logger
    }

    /// Runs until a graceful shutdown; if the files are not usable, the error is logged and the current certificate is
    /// kept.
    package func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { reload() }
    }

    /// Reads the files and replaces the certificate.
    package func reload() {
        do throws(StartupRefusal) {
            keeper.replace(with: try files.identity(at: clock.now))
            logger.notice("The TLS certificate was reloaded")
        } catch {
            logger.error("The TLS certificate could not be reloaded", metadata: ["cause": "\(error)"])
        }
    }
}
