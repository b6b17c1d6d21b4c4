// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

/// Each operator with each pair of values of each type.
///
/// The results follow from the places of the values in an order that the test writes down, so that no comparison of the
/// product decides what it is compared with.
@Suite struct PredicateTableTests {
    /// A value with its place in the order of its type; equal values have the same place.
    private typealias Placed = (place: Int, value: any Persistable)

    /// A field, the values that records have there, and the values that conditions have.
    private struct Column: CustomTestStringConvertible {
        let key: Sample.CodingKeys
        let records: [(place: Int?, record: Sample)]
        let values: [Placed]
        let testDescription: String

        init<Value: Persistable>(
            _ key: Sample.CodingKeys, _ path: WritableKeyPath<Sample, Value?>, _ name: String,
            records: [(Int, Value)], values: [(Int, any Persistable)]
        ) {
            self.key = key
            self.values = values.map { ($0.0, $0.1) }
            testDescription = name
            self.records =
                [(nil, Sample())]
                + records.map { place, value in
                    var record = Sample()
                    record[keyPath: path] = value
                    return (place, record)
                }
        }
    }

    private static var columns: [Column] {
        get throws {
            let numbers: [(Int, any Persistable)] = [
                (0, 0), (0, 0.0), (1, 1), (1, 1.0), (2, 1.1), (3, 1.2), (4, 2), (5, 2.1), (6, 3), (6, 3.0), (7, 3.1),
                (8, 4),
            ]
            let texts = [(0, ""), (1, "a"), (2, "aa"), (3, "bb"), (4, "c"), (5, "dd"), (6, "e")]
            let days = try ["2026-02-28", "2026-03-01", "2026-03-02Z", "2027-01-01"]
                .map { try Temporal.Date(iso8601String: $0) }
            let hours = try ["00:00", "10:16:44", "11:16:44", "14:16:44.001+02:00", "23:59:59.999"]
                .map { try Temporal.Time(iso8601String: $0) }
            let moments = try ["2026-02-28T23:30:00-01:00", "2026-03-01T00:30:00.001Z", "2026-03-01T03:30:00+02:00"]
                .map { try Temporal.DateTime(iso8601String: $0) }
            return [
                Column(
                    .whole, \.whole, "Int", records: [(0, 0), (1, 1), (4, 2), (6, 3), (8, 4)], values: numbers),
                Column(
                    .part, \.part, "Double",
                    records: [(0, 0), (1, 1), (2, 1.1), (3, 1.2), (4, 2), (5, 2.1), (6, 3), (7, 3.1), (8, 4)],
                    values: numbers),
                Column(.text, \.text, "String", records: texts, values: texts.map { ($0.0, $0.1) }),
                Column(
                    .day, \.day, "Temporal.Date", records: days.enumerated().map { ($0.offset, $0.element) },
                    values: days.enumerated().map { ($0.offset, $0.element) }),
                Column(
                    .hour, \.hour, "Temporal.Time", records: hours.enumerated().map { ($0.offset, $0.element) },
                    values: hours.enumerated().map { ($0.offset, $0.element) }),
                Column(
                    .moment, \.moment, "Temporal.DateTime",
                    records: moments.enumerated().map { ($0.offset, $0.element) },
                    values: moments.enumerated().map { ($0.offset, $0.element) }),
            ]
        }
    }

    @Test func `values are compared by their order, and a field without a value has none`() throws {
        var count = 0
        for column in try Self.columns {
            for (place, record) in column.records {
                for value in column.values {
                    let key = column.key
                    let results: [(QueryPredicateOperation, Bool)] = [
                        (key == value.value, place == value.place), (key != value.value, place != value.place),
                        (key < value.value, place.map { $0 < value.place } ?? false),
                        (key <= value.value, place.map { $0 <= value.place } ?? false),
                        (key > value.value, place.map { $0 > value.place } ?? false),
                        (key >= value.value, place.map { $0 >= value.place } ?? false),
                    ]
                    for (predicate, expected) in results {
                        let text = "\(column.testDescription): \(place ?? -1) \(predicate.operator)"
                        #expect(predicate.evaluate(target: record) == expected, "\(text)")
                        #expect(not(predicate).evaluate(target: record) != expected, "\(text)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 1_300)
    }

    @Test func `a value is between two others if it is neither less than the first nor more than the second`() throws {
        for column in try Self.columns {
            for (place, record) in column.records {
                for start in column.values {
                    for end in column.values {
                        let predicate = column.key.between(start: start.value, end: end.value)
                        let expected = place.map { $0 >= start.place && $0 <= end.place } ?? false
                        #expect(
                            predicate.evaluate(target: record) == expected,
                            "\(column.testDescription): \(place ?? -1) \(predicate.operator)")
                    }
                }
            }
        }
    }

    @Test func `a field is compared with no value`() throws {
        for column in try Self.columns {
            for (place, record) in column.records {
                let hasValue = place != nil
                #expect((column.key == nil).evaluate(target: record) != hasValue, "\(column.testDescription)")
                #expect((column.key != nil).evaluate(target: record) == hasValue, "\(column.testDescription)")
                #expect(column.key.attributeExists(true).evaluate(target: record) == hasValue)
                #expect(column.key.attributeExists(false).evaluate(target: record) != hasValue)
            }
        }
    }

    @Test(arguments: [true, false, nil])
    func `truth values are equal or not, and have no order`(flag: Bool?) {
        var record = Sample()
        record.flag = flag
        for value in [true, false] {
            #expect((Sample.keys.flag == value).evaluate(target: record) == (flag == value))
            #expect((Sample.keys.flag != value).evaluate(target: record) == (flag != value))
            let key = Sample.keys.flag
            for predicate in [
                key < value, key <= value, key > value, key >= value, key.between(start: false, end: true),
            ] {
                #expect(!predicate.evaluate(target: record), "\(predicate.operator)")
            }
        }
    }

    @Test(arguments: [Sample.Kind.inUse, .old, nil])
    func `values of an enumeration are equal or not, by value and by name`(kind: Sample.Kind?) {
        var record = Sample()
        record.kind = kind
        for value in [Sample.Kind.inUse, .old] {
            #expect((Sample.keys.kind == value).evaluate(target: record) == (kind == value))
            #expect((Sample.keys.kind != value).evaluate(target: record) == (kind != value))
            #expect((Sample.keys.kind == value.rawValue).evaluate(target: record) == (kind == value))
            #expect((Sample.keys.kind != value.rawValue).evaluate(target: record) == (kind != value))
        }
    }

    /// A text, a part of texts, and whether the text has the part and begins with it.
    private static let parts: [(text: String?, part: String, has: Bool, begins: Bool)] = [
        ("a", "a", true, true), ("a", "bb", false, false), ("a", "aa", false, false), ("aa", "a", true, true),
        ("bb", "b", true, true), ("abc", "c", true, false), ("abc", "ab", true, true), ("abc", "ac", false, false),
        ("", "a", false, false), ("Aa", "a", true, false), ("é", "e", false, false),
        ("a", "", true, true), ("", "", true, true), ("e\u{301}", "e", true, true),
        ("e\u{301}", "\u{E9}", false, false),
    ]

    @Test func `texts are searched for parts, and a field without a value has no part`() {
        for (text, part, has, begins) in Self.parts {
            var record = Sample()
            record.text = text
            #expect(Sample.keys.text.contains(part).evaluate(target: record) == has, "\(text ?? "") \(part)")
            #expect((Sample.keys.text ~= part).evaluate(target: record) == has, "\(text ?? "") \(part)")
            #expect(Sample.keys.text.notContains(part).evaluate(target: record) != has, "\(text ?? "") \(part)")
            #expect(Sample.keys.text.beginsWith(part).evaluate(target: record) == begins, "\(text ?? "") \(part)")
        }
        let keys = Sample.keys.text
        for predicate in [keys.contains("a"), keys.contains(""), keys.beginsWith("a"), keys.beginsWith("")] {
            #expect(!predicate.evaluate(target: Sample()), "\(predicate.operator)")
        }
        #expect(keys.notContains("a").evaluate(target: Sample()) && keys.notContains("").evaluate(target: Sample()))
    }

    @Test func `a field that the model does not have is like one without a value`() {
        let missing = field("missing")
        let hold = [
            missing == nil, missing != 1, missing != "a", missing != true, missing.attributeExists(false),
            missing.notContains("a"),
        ]
        for predicate in hold { #expect(predicate.evaluate(target: Sample()), "\(predicate.operator)") }
        let fail = [
            missing != nil, missing == 1, missing < 1, missing <= 1, missing > 1, missing >= 1,
            missing.between(start: 0, end: 2), missing.contains("a"),
            missing.beginsWith("a"), missing.attributeExists(true),
        ]
        for predicate in fail { #expect(!predicate.evaluate(target: Sample()), "\(predicate.operator)") }
    }

    @Test func `functions and operators make equal conditions`() {
        let keys = Sample.keys
        let pairs: [(QueryPredicateOperation, QueryPredicateOperation)] = [
            (keys.text.eq("a"), keys.text == "a"), (keys.text.ne("a"), keys.text != "a"),
            (keys.text.contains("a"), keys.text ~= "a"), (keys.whole.ge(1), keys.whole >= 1),
            (keys.whole.gt(2), keys.whole > 2), (keys.whole.le(3), keys.whole <= 3),
            (keys.whole.lt(4), keys.whole < 4), (keys.text.ne(nil), keys.text != nil),
            (keys.kind.eq(Sample.Kind.old), keys.kind == Sample.Kind.old),
            (keys.kind.ne(Sample.Kind.old), keys.kind != "OLD"), (field("text").eq(nil), keys.text == nil),
        ]
        for (function, expression) in pairs { #expect(function == expression, "\(function.operator)") }
        let one = keys.flag.eq(true)
        let two = keys.text.beginsWith("gelato")
        let three = keys.text.contains("ice")
        #expect(one.and(two) == (one && two) && one.or(two) == (one || two) && not(one) == !one)
        #expect(one.and(two).and(three) == (one && two && three) && one.or(two).or(three) == (one || two || three))
        #expect(one.and(two).or(three) == (one && two || three) && one.or(two).and(three) == ((one || two) && three))
        #expect(one.and(two.or(three)).and(not(three)) == (one && (two || three) && !three))
        #expect(one.and(two) != one.or(two) && one.and(two) != two.and(one))
    }
}
