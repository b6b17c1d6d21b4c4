// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension Date {
    /// The time by which a stored time may be later than the clock, in seconds: stored times are rounded, and clocks are
    /// adjusted by fractions of a second.
    private static let clockTolerance: TimeInterval = 1

    /// The seconds since this time; infinite for a time in the future, which is of a clock that was set back.
    package func age(at now: Date) -> TimeInterval {
        let age = now.timeIntervalSince(self)
        return age < -Self.clockTolerance ? .infinity : age
    }
}
