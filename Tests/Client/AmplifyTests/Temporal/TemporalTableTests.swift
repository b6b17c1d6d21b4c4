// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

/// Each unit, each format and each comparison of dates and times.
@Suite struct TemporalTableTests {
    private static let dateUnits: [(DateUnit, later: String, earlier: String)] = [
        (.days(3), "2020-01-23", "2020-01-17"), (.oneDay, "2020-01-21", "2020-01-19"),
        (.weeks(2), "2020-02-03", "2020-01-06"), (.oneWeek, "2020-01-27", "2020-01-13"),
        (.months(6), "2020-07-20", "2019-07-20"), (.oneMonth, "2020-02-20", "2019-12-20"),
        (.years(4), "2024-01-20", "2016-01-20"), (.oneYear, "2021-01-20", "2019-01-20"),
    ]

    private static let timeUnits: [(TimeUnit, later: String, earlier: String)] = [
        (.hours(4), "12:00:00.000", "04:00:00.000"), (.oneHour, "09:00:00.000", "07:00:00.000"),
        (.minutes(20), "08:20:00.000", "07:40:00.000"), (.oneMinute, "08:01:00.000", "07:59:00.000"),
        (.seconds(35), "08:00:35.000", "07:59:25.000"), (.oneSecond, "08:00:01.000", "07:59:59.000"),
        (.milliseconds(250), "08:00:00.250", "07:59:59.750"), (.nanoseconds(100), "08:00:00.000", "08:00:00.000"),
    ]

    @Test func `each unit is added to each type, and subtracted`() throws {
        let date = try Temporal.Date(iso8601String: "2020-01-20")
        let moment = try Temporal.DateTime(iso8601String: "2020-01-20T08:00:00")
        let time = try Temporal.Time(iso8601String: "08:00:00")
        for (unit, later, earlier) in Self.dateUnits {
            #expect((date + unit).iso8601String == later + "Z" && (date - unit).iso8601String == earlier + "Z")
            #expect((moment + unit).iso8601String == later + "T08:00:00.000Z")
            #expect((moment - unit).iso8601String == earlier + "T08:00:00.000Z")
        }
        for (unit, later, earlier) in Self.timeUnits {
            #expect((time + unit).iso8601String == later + "Z" && (time - unit).iso8601String == earlier + "Z")
            #expect((moment + unit).iso8601String == "2020-01-20T\(later)Z")
            #expect((moment - unit).iso8601String == "2020-01-20T\(earlier)Z")
        }
    }

    /// The texts in UTC, and eight hours west of it, in the order `short`, `medium`, `long`, `full`.
    private func expect(_ value: any TemporalSpec, _ utc: [String], _ pacific: [String]) {
        let formats = [TemporalFormat.short, .medium, .long, .full]
        let zone = TimeZone(secondsFromGMT: -28_800) ?? .utc
        #expect(formats.map { value.iso8601FormattedString(format: $0, timeZone: .utc) } == utc)
        #expect(formats.map { value.iso8601FormattedString(format: $0, timeZone: zone) } == pacific)
    }

    @Test func `each format of each type is written in the time zone of the call`() throws {
        for text in ["2020-01-20T08:00:00Z", "2020-01-20T08:00", "2020-01-20T00:00:00.000-08:00"] {
            expect(
                try Temporal.DateTime(iso8601String: text),
                ["2020-01-20T08:00", "2020-01-20T08:00:00", "2020-01-20T08:00:00Z", "2020-01-20T08:00:00.000Z"],
                [
                    "2020-01-20T00:00", "2020-01-20T00:00:00", "2020-01-20T00:00:00-08:00",
                    "2020-01-20T00:00:00.000-08:00",
                ])
        }
        for text in ["2020-01-20", "2020-01-20Z"] {
            expect(
                try Temporal.Date(iso8601String: text),
                ["2020-01-20", "2020-01-20Z", "2020-01-20Z", "2020-01-20Z"],
                ["2020-01-19", "2020-01-19-08:00", "2020-01-19-08:00", "2020-01-19-08:00"])
        }
        for text in ["16:00:00.180", "16:00:00.180Z", "08:00:00.180-08:00", "16:00:00.1800Z"] {
            expect(
                try Temporal.Time(iso8601String: text),
                ["16:00", "16:00:00", "16:00:00.180", "16:00:00.180Z"],
                ["08:00", "08:00:00", "08:00:00.180", "08:00:00.180-08:00"])
        }
    }

    private func compare<Value: Comparable & Hashable>(_ values: [[Value]]) {
        for (place, equal) in values.enumerated() {
            for left in equal {
                for (otherPlace, others) in values.enumerated() {
                    for right in others {
                        #expect((left == right) == (place == otherPlace) && (left != right) == (place != otherPlace))
                        #expect((left < right) == (place < otherPlace) && (left <= right) == (place <= otherPlace))
                        #expect((left > right) == (place > otherPlace) && (left >= right) == (place >= otherPlace))
                        if place == otherPlace { #expect(left.hashValue == right.hashValue) }
                    }
                }
            }
        }
    }

    @Test func `values of each type are compared as instants`() throws {
        compare(
            try [["2020-01-20", "2020-01-20Z", "2020-01-20+00:00"], ["2020-01-21"], ["2021-01-01Z"]]
                .map { try $0.map { try Temporal.Date(iso8601String: $0) } })
        compare(
            try [["08:00", "08:00:00.0000Z", "00:00:00.0000-08:00"], ["08:00:00.001"], ["09:00"]]
                .map { try $0.map { try Temporal.Time(iso8601String: $0) } })
        compare(
            try [
                ["2020-01-20T16:00:00.0000Z", "2020-01-20T08:00:00.0000-08:00", "2020-01-20T16:00"],
                ["2020-01-20T16:00:00.001Z"], ["2020-01-20T17:00", "2020-01-20T19:00+02:00"],
            ].map { try $0.map { try Temporal.DateTime(iso8601String: $0) } })
    }

    @Test func `the present is read again as it is written`() throws {
        let (moment, date, time) = (Temporal.DateTime.now(), Temporal.Date.now(), Temporal.Time.now())
        #expect(try Temporal.DateTime(iso8601String: moment.iso8601String) == moment)
        #expect(try Temporal.Date(iso8601String: date.iso8601String) == date)
        #expect(try Temporal.Time(iso8601String: time.iso8601String) == time)
    }
}
