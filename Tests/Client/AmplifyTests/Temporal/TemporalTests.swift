// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct TemporalTests {
    private static let pacific = TimeZone(secondsFromGMT: -28_800) ?? .utc

    /// A text, and the text in the format `.full` of the value.
    private struct Text: CustomTestStringConvertible {
        let given: String
        let full: String
        var testDescription: String { given }

        init(_ given: String, _ full: String) {
            self.given = given
            self.full = full
        }
    }

    @Test(
        arguments: [
            Text("2020-01-20T08:00:00Z", "2020-01-20T08:00:00.000Z"),
            Text("2020-01-20T08:00:00.180Z", "2020-01-20T08:00:00.180Z"),
            Text("2020-01-20T08:00:00.1800Z", "2020-01-20T08:00:00.180Z"),
            Text("2020-01-20T08:00:00.123456789Z", "2020-01-20T08:00:00.123Z"),
            Text("2020-01-20T08:00:00.180-08:00", "2020-01-20T08:00:00.180-08:00"),
            Text("2023-11-30T11:04:03+08:00", "2023-11-30T11:04:03.000+08:00"),
            Text("2023-11-30T14:09:27.128-0339", "2023-11-30T14:09:27.128-03:39"),
            Text("2023-11-30T14:09:27.128-0000", "2023-11-30T14:09:27.128Z"),
            Text("2023-11-30T11:04:03+05", "2023-11-30T11:04:03.000+05:00"),
            Text("2023-11-30T11:04:03+08:00:21", "2023-11-30T11:03:42.000+08:00"),
            Text("2023-11-30T11:04:03-08:00:21", "2023-11-30T11:04:24.000-08:00"),
            Text("2020-01-20T08:00:00", "2020-01-20T08:00:00.000Z"),
            Text("2020-01-20T08:00", "2020-01-20T08:00:00.000Z"),
            Text("2000-02-29T23:59:59.999Z", "2000-02-29T23:59:59.999Z"),
            Text("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
            Text("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
            Text("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ])
    private func `a day with a time keeps its time zone`(text: Text) throws {
        #expect(try Temporal.DateTime(iso8601String: text.given).iso8601String == text.full)
    }

    @Test(
        arguments: [
            Text("2020-01-20", "2020-01-20Z"), Text("2020-01-20Z", "2020-01-20Z"),
            Text("2023-11-30-08:00", "2023-11-30Z"), Text("2024-02-29", "2024-02-29Z"),
        ])
    private func `a day is one of UTC`(text: Text) throws {
        let date = try Temporal.Date(iso8601String: text.given)
        #expect(date.iso8601String == text.full && date.timeZone == .utc)
    }

    @Test(
        arguments: [
            Text("08:00", "08:00:00.000Z"), Text("08:00:00", "08:00:00.000Z"),
            Text("08:00:00.180", "08:00:00.180Z"), Text("08:00:00.180Z", "08:00:00.180Z"),
            Text("08:00:00.180-08:00", "16:00:00.180Z"), Text("08:00:00Z", "08:00:00.000Z"),
            Text("01:30:00.000+02:00", "23:30:00.000Z"),
        ])
    private func `a time of day is one of UTC`(text: Text) throws {
        let time = try Temporal.Time(iso8601String: text.given)
        #expect(time.iso8601String == text.full && time.timeZone == .utc)
    }

    @Test func `each format has its parts, in the time zone of the call`() throws {
        let moment = try Temporal.DateTime(iso8601String: "2020-01-20T08:00:00.180Z")
        let date = try Temporal.Date(iso8601String: "2020-01-20")
        let time = try Temporal.Time(iso8601String: "08:00:00.180Z")
        let expected: [(TemporalFormat, [String])] = [
            (.short, ["2020-01-20T00:00", "2020-01-19", "00:00"]),
            (.medium, ["2020-01-20T00:00:00", "2020-01-19-08:00", "00:00:00"]),
            (.long, ["2020-01-20T00:00:00-08:00", "2020-01-19-08:00", "00:00:00.180"]),
            (.full, ["2020-01-20T00:00:00.180-08:00", "2020-01-19-08:00", "00:00:00.180-08:00"]),
        ]
        for (format, texts) in expected {
            let found = [
                moment.iso8601FormattedString(format: format, timeZone: Self.pacific),
                date.iso8601FormattedString(format: format, timeZone: Self.pacific),
                time.iso8601FormattedString(format: format, timeZone: Self.pacific),
            ]
            #expect(found == texts)
        }
        #expect(moment.iso8601FormattedString(format: .long) == "2020-01-20T08:00:00Z")
    }

    @Test func `a format reads its own texts only`() throws {
        let text = "2020-01-20T08:00:00Z"
        #expect(try Temporal.DateTime(iso8601String: text, format: .long).iso8601String == "2020-01-20T08:00:00.000Z")
        for format in [TemporalFormat.short, .medium, .full] {
            #expect(throws: DataStoreError.self) { try Temporal.DateTime(iso8601String: text, format: format) }
        }
    }

    @Test(
        arguments: [
            "", "2020", "2020-13-01", "2020-02-30", "2021-02-29", "1900-02-29", "2020-1-2", "2020-01-20T",
            "2020-01-20x",
            "2020-01-20T24:00:00Z", "2020-01-20T08:60:00Z", "2020-01-20T08:00:60Z", "2020-01-20T08:00:00.Z",
            "2020-01-20T08:00:00+", "2020-01-20T08:00:00+8", "2020-01-20T08:00:00+19:00", "2020-01-20t08:00:00z",
            "2020-01-20T08:00:00ZZ", "+020-01-20T08:00:00Z", "2020-01-20T08:00:00.1234567890Z",
            "２０２０-01-20T08:00:00Z",
        ])
    func `other texts are refused`(text: String) {
        let error = #expect(throws: DataStoreError.self) { try Temporal.DateTime(iso8601String: text) }
        #expect(error?.errorDescription == DataStoreError.invalidDateFormat(text).errorDescription)
        if text != "2020-01-20" { #expect(throws: DataStoreError.self) { try Temporal.Date(iso8601String: text) } }
        #expect(throws: DataStoreError.self) { try Temporal.Time(iso8601String: text) }
    }

    @Test func `every day from 1800 to 2200 is read and written like Foundation does`() throws {
        let calendar = Calendar(identifier: .gregorian)
        let day = 86_400.0
        for number in stride(from: -62_000.0, to: 84_000, by: 13) {
            let date = Foundation.Date(timeIntervalSince1970: number * day)
            var utc = calendar
            utc.timeZone = .utc
            let parts = utc.dateComponents([.year, .month, .day], from: date)
            let text = Temporal.Date(date, timeZone: nil).iso8601FormattedString(format: .short)
            #expect(text.split(separator: "-").compactMap { Int($0) } == [parts.year, parts.month, parts.day])
            #expect(try Temporal.Date(iso8601String: text).foundationDate == date)
        }
    }

    @Test func `units of the calendar are added and subtracted`() throws {
        let date = try Temporal.Date(iso8601String: "2020-01-31")
        #expect((date + .days(3)).iso8601String == "2020-02-03Z")
        #expect((date + .oneWeek).iso8601String == "2020-02-07Z")
        #expect((date + .months(1)).iso8601String == "2020-02-29Z")
        #expect((date - .oneYear).iso8601String == "2019-01-31Z")
        let moment = try Temporal.DateTime(iso8601String: "2020-01-20T08:00:00+02:00")
        #expect((moment + .months(6)).iso8601String == "2020-07-20T08:00:00.000+02:00")
        #expect((moment - .hours(9)).iso8601String == "2020-01-19T23:00:00.000+02:00")
        #expect((moment + .milliseconds(1_500)).iso8601String == "2020-01-20T08:00:01.500+02:00")
        #expect((moment - .nanoseconds(100)).iso8601String == "2020-01-20T08:00:00.000+02:00")
        let time = try Temporal.Time(iso8601String: "23:30:00")
        #expect((time + .oneHour).iso8601String == "00:30:00.000Z")
        #expect((time - .minutes(31)).iso8601String == "22:59:00.000Z")
    }

    @Test func `a number of units that no calendar has does not end the process`() throws {
        let moment = try Temporal.DateTime(iso8601String: "2020-01-20T08:00:00Z")
        _ = (moment + .weeks(.max)).iso8601String
        _ = (moment - .milliseconds(.min)).iso8601String
        _ = (moment - .years(.min)).iso8601String
    }

    @Test func `instants are compared, whatever their time zones`() throws {
        let utc = try Temporal.DateTime(iso8601String: "2020-01-20T16:00:00.180Z")
        let pacific = try Temporal.DateTime(iso8601String: "2020-01-20T08:00:00.180-08:00")
        let later = try Temporal.DateTime(iso8601String: "2020-01-20T08:00:00.181-08:00")
        #expect(utc == pacific && utc.hashValue == pacific.hashValue)
        #expect(utc < later && later > pacific && utc <= pacific && utc != later)
        #expect(try utc.time == Temporal.Time(iso8601String: "16:00:00.180"))
    }

    @Test func `JSON has the text with milliseconds`() throws {
        let json = #"["2020-01-20T08:00:00-08:00"]"#
        let values = try JSONDecoder().decode([Temporal.DateTime].self, from: Data(json.utf8))
        #expect(try JSONEncoder().encode(values) == Data(#"["2020-01-20T08:00:00.000-08:00"]"#.utf8))
        #expect(throws: DataStoreError.self) {
            try JSONDecoder().decode([Temporal.Date].self, from: Data(#"["soon"]"#.utf8))
        }
    }
}
