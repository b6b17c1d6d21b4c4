// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Does what SIGHUP asks for: it reads the certificate again, or says that there is nothing to read.
struct HangUpService: Service {
    /// The signals since the start of the process's work.
    let signals: UnixSignalsSequence
    /// The reload of the certificate; `nil` without TLS.
    let reload: CertificateReload?
    let logger: Logger

    /// Runs until a graceful shutdown.
    func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() {
            if let reload {
                reload.reload()
            } else {
                logger.info("SIGHUP has no effect: without TLS there is no file to read again")
            }
        }
    }
}

/// Whether SIGHUP ends the process.
package enum HangUp {
    /// Makes SIGHUP have no effect on a server until its services run; by default it ends the process.
    ///
    /// Call this before the work of the start.
    package static func ignore(in mode: RunMode) {
        if isSurvived(in: mode, hasTLS: false) { signal(SIGHUP, SIG_IGN) }
    }

    /// Whether a process of this mode survives SIGHUP.
    ///
    /// Without TLS, a server for development ends with the terminal in which it was started, as other programs do.
    static func isSurvived(in mode: RunMode, hasTLS: Bool) -> Bool {
        switch mode {
        case .serve: true
        case .dev: hasTLS || isatty(STDIN_FILENO) == 0
        case .maintenance: false
        }
    }

    /// The signals from now on; `nil` if SIGHUP ends the process.
    static func signals(in mode: RunMode, hasTLS: Bool) async -> UnixSignalsSequence? {
        isSurvived(in: mode, hasTLS: hasTLS) ? await UnixSignalsSequence(trapping: .sighup) : nil
    }
}
