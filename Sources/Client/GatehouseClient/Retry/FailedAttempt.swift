// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A failed attempt, and its known or possible effect.
struct FailedAttempt: Error {
    /// The possible effect of the request on the server.
    enum Effect {
        /// Certainly nothing, and the trouble may pass: never sent, or turned away by a limit on the rate.
        case none
        /// Perhaps everything, and the trouble may pass: the answer was lost, or speaks of an inner failure.
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
