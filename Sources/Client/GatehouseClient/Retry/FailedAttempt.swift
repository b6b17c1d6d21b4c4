// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A failed attempt, and its known or possible effect.
struct FailedAttempt: Error {
    /// The possible effect of the request on the server.
    enum Effect {
        /// No effect, and the error may be temporary: the request was not sent, or a limit on rates or on load refused
        /// it.
        case none
        /// The request may have succeeded, and the error may be temporary: no answer came, or it reports an internal
        /// error.
        case unknown
        /// The answer is final.
        case decided
    }

    let fault: ServiceFault
    let effect: Effect
    /// The time that the answer asks the client to wait.
    var retryAfter: RetryAfter?

    /// Whether no answer came in time.
    var isTimeout: Bool { fault.transportKind == .timedOut }

    /// Whether another attempt is worth making and harmless.
    func mayRepeat(_ repetition: Repetition) -> Bool {
        switch effect {
        case .none: true
        case .unknown: repetition.isHarmless
        case .decided: false
        }
    }
}
