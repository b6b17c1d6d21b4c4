// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A number of days, months or years of the calendar.
public struct DateUnit: Sendable {
    let component: Calendar.Component
    let value: Int

    /// A day.
    public static let oneDay: DateUnit = .days(1)

    /// Seven days.
    public static let oneWeek: DateUnit = .weeks(1)

    /// A month.
    public static let oneMonth: DateUnit = .months(1)

    /// A year.
    public static let oneYear: DateUnit = .years(1)

    /// Days.
    public static func days(_ value: Int) -> Self { Self(component: .day, value: value) }

    /// Weeks of seven days.
    public static func weeks(_ value: Int) -> Self { Self(component: .day, value: value.timesClamped(7)) }

    /// Months of the calendar; a day that the month does not have becomes its last one.
    public static func months(_ value: Int) -> Self { Self(component: .month, value: value) }

    /// Years of the calendar; February 29 becomes February 28 in other years.
    public static func years(_ value: Int) -> Self { Self(component: .year, value: value) }
}

/// A number of hours, minutes, seconds or parts of a second.
public struct TimeUnit: Sendable {
    /// The component of the calendar that is counted; `.nanosecond` for parts of a second.
    public let calendarComponent: Calendar.Component

    /// The number of that component.
    public let value: Int

    /// A second.
    public static let oneSecond: TimeUnit = .seconds(1)

    /// A minute.
    public static let oneMinute: TimeUnit = .minutes(1)

    /// An hour.
    public static let oneHour: TimeUnit = .hours(1)

    /// Hours.
    public static func hours(_ value: Int) -> Self { Self(calendarComponent: .hour, value: value) }

    /// Minutes.
    public static func minutes(_ value: Int) -> Self { Self(calendarComponent: .minute, value: value) }

    /// Seconds.
    public static func seconds(_ value: Int) -> Self { Self(calendarComponent: .second, value: value) }

    /// Milliseconds.
    public static func milliseconds(_ value: Int) -> Self {
        Self(calendarComponent: .nanosecond, value: value.timesClamped(1_000_000))
    }

    /// Nanoseconds.
    public static func nanoseconds(_ value: Int) -> Self { Self(calendarComponent: .nanosecond, value: value) }
}

extension Int {
    fileprivate func timesClamped(_ factor: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
        return isTooLarge ? (self < 0 ? -.max : .max) : product
    }

    /// The negative number; the least one has none, and becomes the largest.
    fileprivate var negated: Int { self == .min ? .max : -self }
}

/// A type to which days, months and years can be added.
public protocol DateUnitOperable {
    /// The date that is later by a number of units.
    static func + (left: Self, right: DateUnit) -> Self

    /// The date that is earlier by a number of units.
    static func - (left: Self, right: DateUnit) -> Self
}

extension TemporalSpec where Self: DateUnitOperable {
    /// The date that is later by a number of units.
    public static func + (left: Self, right: DateUnit) -> Self {
        left.adding(right.value, right.component)
    }

    /// The date that is earlier by a number of units.
    public static func - (left: Self, right: DateUnit) -> Self {
        left.adding(right.value.negated, right.component)
    }
}

/// A type to which hours, minutes and seconds can be added.
public protocol TimeUnitOperable {
    /// The time that is later by a number of units.
    static func + (left: Self, right: TimeUnit) -> Self

    /// The time that is earlier by a number of units.
    static func - (left: Self, right: TimeUnit) -> Self
}

extension TemporalSpec where Self: TimeUnitOperable {
    /// The time that is later by a number of units.
    public static func + (left: Self, right: TimeUnit) -> Self {
        left.adding(right.value, right.calendarComponent)
    }

    /// The time that is earlier by a number of units.
    public static func - (left: Self, right: TimeUnit) -> Self {
        left.adding(right.value.negated, right.calendarComponent)
    }
}
