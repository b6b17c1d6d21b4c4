// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import Synchronization

/// The time by which expired rows are removed.
///
/// A clock that jumps forward and back again must not remove the ids of answers that are still valid then, nor tokens
/// of users. So a jump forward counts only after an hour, which is longer than an answer is valid.
package final class PurgeTime: Sendable {
    /// The time for which a jump forward does not count.
    package static let doubt = Duration.seconds(3_600)

    private struct Observation {
        let wall: Date
        let steady: ContinuousClock.Instant
    }

    private let clock: WallClock
    private let now: @Sendable () -> ContinuousClock.Instant
    private let observations: Mutex<[Observation]>

    /// Creates the value, which compares the clock with a steady one from now on.
    package init(_ clock: WallClock, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.clock = clock
        self.now = now
        observations = Mutex([Observation(wall: clock.now, steady: now())])
    }

    /// The earliest time that the clock would show now without the jumps since the observations of the last hour.
    package func next() -> Date {
        let present = Observation(wall: clock.now, steady: now())
        return observations.withLock { observations in
            observations.removeAll { observation in present.steady - observation.steady > Self.doubt }
            observations.append(present)
            return observations.map { observation in
                observation.wall.addingTimeInterval((present.steady - observation.steady) / .seconds(1))
            }.min() ?? present.wall
        }
    }
}
