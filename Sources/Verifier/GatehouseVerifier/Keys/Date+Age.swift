// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension Date {
    /// The seconds since this time; infinite for a time in the future, which is of a clock that was set back.
    func age(at now: Date) -> TimeInterval {
        let age = now.timeIntervalSince(self)
        return age < -1 ? .infinity : age
    }
}
