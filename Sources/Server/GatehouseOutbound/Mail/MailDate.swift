// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// The date form of mail headers (RFC 5322, section 3.3), in UTC.
enum MailDate {
    /// The date, for example `Thu, 1 Jan 1970 00:00:00 +0000`.
    static func text(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = "\(time.day) \(time.monthName) \(CivilTime.padded(time.year, 4))"
        return "\(time.weekdayName), \(day) \(time.clock) +0000"
    }
}
