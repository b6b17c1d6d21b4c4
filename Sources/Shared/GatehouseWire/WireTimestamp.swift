// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The two ways in which services write times.
package enum WireTimestamp {
    /// The last second of the year 9999, beyond which no date is written or read.
    private static let limit: Double = 253_402_300_799

    /// Seconds since 1970 with up to three decimals, as in AWS JSON.
    package static func epochSeconds(_ date: Date) -> WireValue {
        let milliseconds = (clamped(date.timeIntervalSince1970) * 1_000).rounded()
        if let whole = Int64(exactly: milliseconds), whole % 1_000 == 0 {
            return .integer(whole / 1_000)
        }
        return .double(milliseconds / 1_000)
    }

    /// A time of AWS JSON; nil if the number is not a time before the year 10000.
    package static func date(epochSeconds: Double) -> Date? {
        guard epochSeconds.isFinite, abs(epochSeconds) <= limit else { return nil }
        return Date(timeIntervalSince1970: epochSeconds)
    }

    /// The time to the second in UTC, `2024-01-01T00:00:00Z`, as in query answers.
    package static func iso8601(_ date: Date) -> String {
        let seconds = Int64(clamped(date.timeIntervalSince1970).rounded(.down))
        let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let rest = seconds - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        return [padded(year, 4), padded(month, 2), padded(dayOfMonth, 2)].joined(separator: "-") + "T"
            + [padded(rest / 3_600, 2), padded(rest / 60 % 60, 2), padded(rest % 60, 2)].joined(separator: ":") + "Z"
    }

    /// Reads `2024-01-01T00:00:00Z`, with or without decimals of the second; nil if the text has another form.
    package static func date(iso8601 text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 32, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), let fraction = fraction(bytes[19..<(bytes.count - 1)]),
            (1...12).contains(month), hour < 24, minute < 60, second < 61
        else { return nil }
        let days = days(year, month, day)
        guard civil(days) == (year, month, day) else { return nil }
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second) + fraction)
    }

    private static func clamped(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), limit)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }

    private static func fraction(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard let first = bytes.first else { return 0 }
        guard first == UInt8(ascii: "."), bytes.count > 1, bytes.count <= 10 else { return nil }
        let digits = bytes.dropFirst()
        return number(digits).map { digits.reduce(Double($0)) { value, _ in value / 10 } }
    }

    /// The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
