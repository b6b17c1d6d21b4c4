// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

/// The date form of HTTP headers (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// The date, for example `Thu, 01 Jan 1970 00:00:00 GMT`; dates outside the years 1970 to 9999 become the nearest
    /// date inside.
    package static func text(_ date: Date) -> String {
        let time = CivilTime(max(date, Date(timeIntervalSince1970: 0)))
        let day = "\(CivilTime.padded(time.day, 2)) \(time.monthName) \(CivilTime.padded(time.year, 4))"
        return "\(time.weekdayName), \(day) \(time.clock) GMT"
    }
}
