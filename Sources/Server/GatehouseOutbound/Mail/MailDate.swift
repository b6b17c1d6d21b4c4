// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The date form of mail headers (RFC 5322, section 3.3), in UTC.
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Thu, 1 Jan 1970 00:00:00 +0000`.
    static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let day = days[((parts.weekday ?? 1) + 6) % 7]
        let month = months[((parts.month ?? 1) + 11) % 12]
        let clock = [parts.hour, parts.minute, parts.second].map { two($0 ?? 0) }.joined(separator: ":")
        return "\(day), \(parts.day ?? 1) \(month) \(parts.year ?? 1970) \(clock) +0000"
    }

    private static func two(_ value: Int) -> String {
        value < 10 ? "0\(value)" : String(value)
    }
}
