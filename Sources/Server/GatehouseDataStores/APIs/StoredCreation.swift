// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The last creation of an API's schema that a request began, as all nodes of a database know it.
package struct StoredCreation: Hashable, Sendable {
    /// How a creation goes.
    package enum State: Int, Hashable, Sendable {
        /// It runs, if its node has said so lately.
        case running = 1
        /// The schema is in use.
        case succeeded = 2
        /// The former schema is in use.
        case failed = 3
    }

    /// The time between two signs of life of a creation that runs.
    package static let renewal = Duration.seconds(5)
    /// The seconds after which a creation without a sign of life has ended with its process; clocks may differ by ten.
    private static let life: TimeInterval = 30

    /// How it goes.
    package var state: State
    /// The messages for the client, each in a line.
    package var details: String
    /// The time of the last sign of life.
    package var changedAt: Date

    /// Makes a creation.
    package init(_ state: State, details: String = "", changedAt: Date) {
        self.state = state
        self.details = details
        self.changedAt = changedAt
    }

    /// Whether the creation runs at a time.
    package func isRunning(at now: Date) -> Bool {
        state == .running && abs(now.timeIntervalSince(changedAt)) <= Self.life
    }
}
