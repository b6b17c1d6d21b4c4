// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A moment in UTC as the calendar and the clock write it, to the second, without a formatter's cost or locale.
package struct CivilTime: Equatable {
    /// The days of the week in English, as protocols write them.
    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    /// The months in English, as protocols write them.
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The year of the Gregorian calendar.
    package var year: Int
    /// The month from 1 to 12.
    package var month: Int
    /// The day of the month from 1 to 31.
    package var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// Splits a date; moments outside the years 1 to 9999 are moved to the nearest second inside them.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        let floored = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799).rounded(.down)
        let total = Int(floored)
        let days = (total - Self.modulo(total, 86_400)) / 86_400
        let clock = Self.modulo(total, 86_400)
        (year, month, day) = Self.civil(days: days)
        (hour, minute, second) = (clock / 3_600, clock / 60 % 60, clock % 60)
    }

    /// A moment from its parts; `nil` if there is no such day or time.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        guard CivilTime(date) == self else { return nil }
    }

    /// The moment as a date.
    package var date: Date {
        let seconds = dayNumber * 86_400 + hour * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// The day of the week, such as `Tue`.
    package var weekdayName: String { Self.weekdays[Self.modulo(dayNumber + 4, 7)] }

    /// The month, such as `Feb`.
    package var monthName: String { Self.months[month - 1] }

    /// The time of day, such as `04:05:06`.
    package var clock: String {
        [hour, minute, second].map { Self.padded($0, 2) }.joined(separator: ":")
    }

    /// Days since 1 January 1970, by counting years from March so that the leap day comes last.
    private var dayNumber: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted - Self.modulo(shifted, 400)) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted - modulo(shifted, 146_097)) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    private static func modulo(_ value: Int, _ divisor: Int) -> Int {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// A number with leading zeros up to `width` digits.
    package static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension CivilTime {
    /// Reads the date of an HTTP header (RFC 9110, section 5.6.7), such as `Tue, 03 Feb 2026 04:05:06 GMT`.
    ///
    /// - Parameter text: the header's value.
    /// - Returns: the date, or `nil` if the text has another form; the two obsolete forms are not read.
    package static func date(httpDate text: String) -> Date? {
        let words = text.utf8.count <= 40 ? text.split(separator: " ").map(String.init) : []
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" else { return nil }
        let reordered = [String(words[0].dropLast()), words[2], words[1], words[4], "UTC", words[3]]
        return SRPTimestamp(text: reordered.joined(separator: " "))?.date
    }
}
