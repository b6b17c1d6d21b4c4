// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The local time of day.
package enum ClockTime {
    /// The time as hours, minutes and seconds, separated by colons.
    package static func text(at date: Date) -> String {
        // For each line of a busy server, a calendar of Foundation is too slow.
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "--:--:--" }
        return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded).joined(separator: ":")
    }

    private static func padded(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
