// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The parts that the text of a type has in one format.
struct TemporalText {
    private let hasDate: Bool
    private let hasTime: Bool
    private var hasSeconds = false
    private var hasFraction = false
    private var hasZone = false
    /// Whether a text may have or lack seconds, decimals of a second and a time zone.
    private var isAnyFormat = false

    /// The text of a type in any of its formats.
    init(anyOf type: any TemporalSpec.Type) {
        self.init(type, .short)
        isAnyFormat = true
    }

    /// The text of a type in a format.
    init(_ type: any TemporalSpec.Type, _ format: TemporalFormat) {
        hasDate = type != Temporal.Time.self
        hasTime = type != Temporal.Date.self
        switch format.precision {
        case .short: break
        case .medium:
            hasSeconds = hasTime
            hasZone = !hasTime
        case .long:
            hasSeconds = hasTime
            hasFraction = !hasDate
            hasZone = hasDate
        case .full:
            hasSeconds = hasTime
            hasFraction = hasTime
            hasZone = true
        }
    }

    /// Whole milliseconds since 1970.
    ///
    /// An instant is first rounded to microseconds, because a floating-point number of seconds may be slightly below the
    /// millisecond that it was read from.
    static func milliseconds(_ date: Date) -> Int64 {
        let value = ((date.timeIntervalSince1970 * 1_000_000).rounded() / 1_000).rounded(.down)
        return Int64(exactly: min(max(value, -1e15), 1e15)) ?? 0
    }

    /// Writes an instant.
    func text(of date: Date, in timeZone: TimeZone) -> String {
        // The names of offsets have no seconds.
        let offset = timeZone.secondsFromGMT(for: date) / 60 * 60
        let milliseconds = Self.milliseconds(date) + Int64(offset) * 1_000
        let (day, rest) = milliseconds.dividedDown(by: 86_400_000)
        var text = hasDate ? Self.dayText(Int(day)) : ""
        if hasDate && hasTime { text += "T" }
        if hasTime {
            let minutes = Int(rest) / 60_000
            text += Self.digits(minutes / 60, 2) + ":" + Self.digits(minutes % 60, 2)
            if hasSeconds { text += ":" + Self.digits(Int(rest) / 1_000 % 60, 2) }
            if hasFraction { text += "." + Self.digits(Int(rest) % 1_000, 3) }
        }
        return hasZone ? text + Self.offsetText(offset) : text
    }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }

    private static func offsetText(_ seconds: Int) -> String {
        guard seconds != 0 else { return "Z" }
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + digits(minutes / 60, 2) + ":" + digits(minutes % 60, 2)
    }

    /// The date of a number of days since 1970, in the Gregorian calendar.
    ///
    /// Years of this computation begin on March 1, so that a leap day is the last day of a year.
    private static func dayText(_ days: Int) -> String {
        let (era, day) = (days + 719_468).dividedDown(by: 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let calendarYear = year + era * 400 + (month < 10 ? 0 : 1)
        return digits(calendarYear, 4) + "-" + digits(month < 10 ? month + 3 : month - 9, 2) + "-"
            + digits(dayOfYear - (153 * month + 2) / 5 + 1, 2)
    }

    /// Reads an instant, and the time zone that its text has.
    ///
    /// - Returns: nil for a text that has another form, or a day or time that does not exist.
    func read(_ text: String) -> (date: Date, timeZone: TimeZone)? {
        var text = Substring(text).utf8
        var seconds = 0.0
        // The day that a time of day is an instant of: January 1, 2000.
        var days = 10_957
        if hasDate {
            guard let day = text.readDay() else { return nil }
            days = day
        }
        if hasDate && hasTime { guard text.skip("T") else { return nil } }
        if hasTime {
            guard let hours = text.readNumber(2, 0...23), text.skip(":"), let minutes = text.readNumber(2, 0...59)
            else { return nil }
            seconds = Double(hours * 3_600 + minutes * 60)
        }
        let hasSeconds = isAnyFormat ? hasTime && text.first == UInt8(ascii: ":") : hasSeconds
        if hasSeconds {
            guard text.skip(":"), let value = text.readNumber(2, 0...59) else { return nil }
            seconds += Double(value)
        }
        if isAnyFormat ? hasSeconds && text.first == UInt8(ascii: ".") : hasFraction {
            guard text.skip("."), let fraction = text.readFraction() else { return nil }
            seconds += fraction
        }
        var offset = 0
        if isAnyFormat ? !text.isEmpty : hasZone {
            guard let value = text.readOffset() else { return nil }
            offset = value
        }
        guard text.isEmpty, let zone = offset == 0 ? .utc : TimeZone(secondsFromGMT: offset / 60 * 60)
        else { return nil }
        return (Date(timeIntervalSince1970: Double(days * 86_400 - offset) + seconds), zone)
    }
}

extension BinaryInteger {
    /// The quotient rounded down, and the remainder, which is not negative.
    fileprivate func dividedDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Substring.UTF8View {
    fileprivate mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first, first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func readNumber(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
        let digits = prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = Int(Substring(digits)), range.contains(value)
        else { return nil }
        removeFirst(count)
        return value
    }

    /// Reads one to nine digits of a decimal fraction.
    fileprivate mutating func readFraction() -> Double? {
        let digits = prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), let value = Double(Substring(digits)) else { return nil }
        removeFirst(digits.count)
        return value / (0..<digits.count).reduce(1.0) { power, _ in power * 10 }
    }

    /// Reads a day as a number of days since 1970.
    fileprivate mutating func readDay() -> Int? {
        guard let year = readNumber(4, 0...9_999), skip("-"), let month = readNumber(2, 1...12), skip("-"),
            let day = readNumber(2, 1...31)
        else { return nil }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[month - 1] else { return nil }
        // Years of this computation begin on March 1.
        let (era, yearOfEra) = (month > 2 ? year : year - 1).dividedDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Reads `Z`, or an offset such as `+08`, `+0830`, `+08:30` or `+08:30:15`, in seconds.
    fileprivate mutating func readOffset() -> Int? {
        if skip("Z") { return 0 }
        let isNegative = skip("-")
        guard isNegative || skip("+"), let hours = readNumber(2, 0...18) else { return nil }
        var seconds = hours * 3_600
        let hasColon = skip(":")
        if !isEmpty || hasColon {
            guard let minutes = readNumber(2, 0...59) else { return nil }
            seconds += minutes * 60
        }
        if hasColon && skip(":") {
            guard let value = readNumber(2, 0...59) else { return nil }
            seconds += value
        }
        return isNegative ? -seconds : seconds
    }
}
