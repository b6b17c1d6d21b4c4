// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseServerCrypto
import Synchronization

/// The source of the current time.
///
/// The server reads the system's clock only through this type.
package struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Creates a clock from a function that returns the present moment.
    package init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The present moment.
    package var now: Date { read() }

    /// The machine's own clock.
    package static let system = WallClock { Date() }
}

extension Date {
    /// Whether this stored time is after `now`, so that the clock was set back since.
    ///
    /// An interval that began at such a time would last until the clock is there again.
    package func isInFuture(at now: Date) -> Bool {
        age(at: now) == .infinity
    }
}

/// A clock that never goes back, so that what has expired by it stays expired.
///
/// It follows the wall clock. When the wall clock is set back, this clock continues from its latest time. Single-use
/// values expire by it: the mark of a used value can then be removed, because the minutes in which the value was valid
/// do not repeat. Clients ask for the changes of records since a time by it. Its times are for comparison with one
/// another.
package final class ForwardClock: Sendable {
    private struct State {
        /// The latest time that the clock has shown.
        var latest = Date.distantPast
        /// The seconds by which it is ahead of the wall clock.
        var lead: TimeInterval = 0
    }

    private let clock: WallClock
    private let state = Mutex(State())

    /// Creates a clock that shows the time of the wall clock, until the wall clock is set back.
    package init(_ clock: WallClock) {
        self.clock = clock
    }

    /// The present moment; never before one that this property has returned.
    package var now: Date {
        let wall = clock.now
        return state.withLock { state in
            if wall >= state.latest { state.lead = 0 }
            let time = max(state.latest, wall.addingTimeInterval(state.lead))
            state = State(latest: time, lead: time.timeIntervalSince(wall))
            return time
        }
    }

    /// Continues from a time that an earlier process has reached, if that time is later.
    package func advance(to time: Date) {
        state.withLock { $0.latest = max($0.latest, time) }
    }
}
