// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseHTTP
package import Logging

/// Reloads the certificate and its key on SIGHUP, which tools for certificate renewal send.
package struct CertificateReload: Sendable {
    private let files: TLSFiles
    private let keeper: TLSKeeper
    private let clock: WallClock
    private let logger: Logger

    /// Creates the reload of these files into the keeper.
    package init(_ files: TLSFiles, into keeper: TLSKeeper, clock: WallClock = .system, logger: Logger) {
        self.files = files
        self.keeper = keeper
        self.clock = clock
        self.logger = logger
    }

    /// Reads the files and replaces the certificate; if the files are not usable, the error is logged and the current
    /// certificate is kept.
    package func reload() {
        do throws(StartupRefusal) {
            keeper.replace(with: try files.identity(at: clock.now))
            logger.notice("The TLS certificate was reloaded")
        } catch {
            logger.error("The TLS certificate could not be reloaded", metadata: ["cause": "\(error)"])
        }
    }
}
