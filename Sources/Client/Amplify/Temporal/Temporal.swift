// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The dates and times of models.
public enum Temporal {
    /// The calendar of all computations: the Gregorian one in UTC.
    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        return calendar
    }()
}

/// A date or time in the form of ISO 8601.
///
/// Two values are equal if they are the same instant to the millisecond; the time zone does not count.
public protocol TemporalSpec: Sendable {
    /// The current date or time, in UTC.
    static func now() -> Self

    /// The instant.
    var foundationDate: Foundation.Date { get }

    /// The time zone of the text; nil for UTC.
    var timeZone: TimeZone? { get }

    /// The text in the format `.full`, in the value's own time zone.
    var iso8601String: String { get }

    /// Reads a text in any of the type's formats.
    ///
    /// - Throws: `DataStoreError.decodingError` for any other text.
    init(iso8601String: String) throws

    /// Reads a text in one format.
    ///
    /// - Throws: `DataStoreError.decodingError` for any other text.
    init(iso8601String: String, format: TemporalFormat) throws

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - date: the instant.
    ///   - timeZone: the time zone of the text; nil for UTC.
    init(_ date: Foundation.Date, timeZone: TimeZone?)

    /// The text in a format and a time zone.
    func iso8601FormattedString(format: TemporalFormat, timeZone: TimeZone) -> String
}

extension TemporalSpec {
    /// The text in a format, in UTC unless another time zone is given.
    public func iso8601FormattedString(format: TemporalFormat, timeZone: TimeZone = .utc) -> String {
        TemporalText(Self.self, format).text(of: foundationDate, in: timeZone)
    }

    /// The text in the format `.full`, in the value's own time zone.
    public var iso8601String: String {
        iso8601FormattedString(format: .full, timeZone: timeZone ?? .utc)
    }

    /// Reads a text in one format.
    ///
    /// - Throws: `DataStoreError.decodingError` for any other text.
    public init(iso8601String: String, format: TemporalFormat) throws {
        try self.init(iso8601String, TemporalText(Self.self, format))
    }

    /// Reads a text in any of the type's formats; a text without a time zone is in UTC.
    ///
    /// The service's other forms are read as well, such as a time with a time zone and without decimals.
    ///
    /// - Throws: `DataStoreError.decodingError` for any other text.
    public init(iso8601String: String) throws {
        try self.init(iso8601String, TemporalText(anyOf: Self.self))
    }

    private init(_ text: String, _ form: TemporalText) throws(DataStoreError) {
        guard let found = form.read(text) else { throw .invalidDateFormat(text) }
        self.init(found.date, timeZone: found.timeZone)
    }

    /// The milliseconds since 1970, which decide about equality and order.
    package var milliseconds: Int64 { TemporalText.milliseconds(foundationDate) }

    /// The value with another instant and the same time zone.
    func adding(_ value: Int, _ component: Calendar.Component) -> Self {
        let date = Temporal.calendar.date(byAdding: component, value: value, to: foundationDate)
        return Self(date ?? foundationDate, timeZone: timeZone)
    }
}

extension TemporalSpec where Self: Codable {
    /// Reads a text in any of the type's formats.
    public init(from decoder: any Decoder) throws {
        try self.init(iso8601String: decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text in the format `.full`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601String)
    }
}

extension TemporalSpec where Self: Comparable {
    /// Whether the instants are the same to the millisecond.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.milliseconds == rhs.milliseconds
    }

    /// Whether the first instant is at least a millisecond earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }
}

extension TemporalSpec where Self: Hashable {
    /// Hashes the instant to the millisecond.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(milliseconds)
    }
}

extension Temporal {
    /// A day (`AWSDate`), as the instant of its beginning in UTC.
    ///
    /// A text with a time zone is the day of UTC on which the day begins there, as in the original.
    public struct Date: TemporalSpec, DateUnitOperable, Codable, Comparable, Hashable {
        /// The beginning of the day in UTC.
        public let foundationDate: Foundation.Date

        /// UTC.
        public let timeZone: TimeZone?

        /// Today, in UTC.
        public static func now() -> Self {
            Self(Foundation.Date(), timeZone: .utc)
        }

        /// Makes the day of UTC that an instant is in; the time zone has no effect.
        public init(_ date: Foundation.Date, timeZone: TimeZone?) {
            foundationDate = Temporal.calendar.startOfDay(for: date)
            self.timeZone = .utc
        }
    }

    /// A time of day (`AWSTime`) in UTC, as an instant of January 1, 2000.
    public struct Time: TemporalSpec, TimeUnitOperable, Codable, Comparable, Hashable {
        /// The instant on January 1, 2000, in UTC.
        public let foundationDate: Foundation.Date

        /// UTC.
        public let timeZone: TimeZone?

        /// The current time of day, in UTC.
        public static func now() -> Self {
            Self(Foundation.Date(), timeZone: .utc)
        }

        /// Makes the time of day in UTC of an instant; the time zone has no effect.
        public init(_ date: Foundation.Date, timeZone: TimeZone?) {
            let day = 86_400.0
            let seconds = date.timeIntervalSince1970.truncatingRemainder(dividingBy: day)
            foundationDate = Foundation.Date(
                timeIntervalSince1970: Self.day + (seconds < 0 ? seconds + day : seconds))
            self.timeZone = .utc
        }

        /// January 1, 2000, in seconds since 1970.
        private static let day = 946_684_800.0

        /// The components of a time of day.
        @available(*, deprecated, message: "No other declaration uses it.")
        public static var iso8601DateComponents: Set<Calendar.Component> {
            [.hour, .minute, .second, .nanosecond, .timeZone]
        }
    }

    /// A day and a time (`AWSDateTime`).
    public struct DateTime: TemporalSpec, DateUnitOperable, TimeUnitOperable, Codable, Comparable, Hashable {
        /// The instant.
        public let foundationDate: Foundation.Date

        /// The time zone of the text; nil for UTC.
        public let timeZone: TimeZone?

        /// The current instant, in UTC.
        public static func now() -> Self {
            Self(Foundation.Date(), timeZone: .utc)
        }

        /// The time of day in UTC.
        public var time: Time {
            Time(foundationDate, timeZone: timeZone)
        }

        /// Makes a value.
        ///
        /// - Parameters:
        ///   - date: the instant.
        ///   - timeZone: the time zone of the text; nil for UTC.
        public init(_ date: Foundation.Date, timeZone: TimeZone? = .utc) {
            foundationDate = date
            self.timeZone = timeZone
        }
    }
}

extension TimeZone {
    /// UTC.
    public static var utc: TimeZone { .gmt }
}
