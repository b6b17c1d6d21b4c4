// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The date form of HTTP headers (RFC 9110, section 5.6.7), written without a formatter's cost or locale.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Thu, 01 Jan 1970 00:00:00 GMT`; moments outside the years 1970 to 9999 are moved to the nearest one inside.
    static func text(_ date: Date) -> String {
        let clamped = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
        let seconds = clamped.isNaN ? 0 : Int(clamped)
        let (day, time) = (seconds / 86_400, seconds % 86_400)
        let (year, month, dayOfMonth) = civil(day)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { two($0) }.joined(separator: ":")
        return "\(days[day % 7]), \(two(dayOfMonth)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    private static func two(_ value: Int) -> String {
        value < 10 ? "0\(value)" : String(value)
    }

    /// The date of a day counted from 1970-01-01; years run from March, so that the leap day comes last.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}
