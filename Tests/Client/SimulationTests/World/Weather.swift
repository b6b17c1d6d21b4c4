// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The present probabilities of faults, in per cent.
final class Weather: Sendable {
    struct Conditions: Sendable, Equatable {
        var network = 0
        var store = 0
        /// Whether there is no network at all.
        var isOffline = false

        static let calm = Conditions()
    }

    private let state = Mutex(Conditions.calm)

    var conditions: Conditions {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
