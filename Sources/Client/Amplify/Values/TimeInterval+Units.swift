// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

extension TimeInterval {
    /// Converts milliseconds to seconds.
    public static func milliseconds(_ value: Double) -> TimeInterval {
        value / 1_000
    }

    /// Returns the number of seconds.
    public static func seconds(_ value: Double) -> TimeInterval {
        value
    }

    /// Converts minutes to seconds.
    public static func minutes(_ value: Double) -> TimeInterval {
        value * 60
    }

    /// Converts hours to seconds.
    public static func hours(_ value: Double) -> TimeInterval {
        value * 3_600
    }

    /// Converts days of 24 hours to seconds.
    public static func days(_ value: Double) -> TimeInterval {
        value * 86_400
    }
}
