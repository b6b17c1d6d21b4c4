// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A failed attempt, and its known or possible effect.
struct FailedAttempt: Error {
    /// The possible effect of the request on the server.
    enum Effect {
        /// No effect, and the error may be temporary: the request was not sent, or a rate limit refused it.
        case none
        /// The request may have succeeded, and the error may be temporary: no answer came, or it reports an internal
        /// error.
        case unknown
        /// The answer is final.
        case decided
    }

    let fault: ServiceFault
    let effect: Effect

    /// Whether another attempt is worth making and harmless.
    func mayRepeat(_ repetition: Repetition) -> Bool {
        switch (effect, repetition) {
        case (.none, _), (.unknown, .harmless): true
        case (.unknown, .harmful), (.decided, _): false
        }
    }
}
