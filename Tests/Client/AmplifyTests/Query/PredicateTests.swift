// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct PredicateTests {
    private let keys = Sample.keys

    private var sample: Sample {
        get throws {
            var sample = Sample(id: "s1")
            sample.text = "middle"
            sample.whole = 5
            sample.part = 2.5
            sample.flag = true
            sample.day = try Temporal.Date(iso8601String: "2026-06-15")
            sample.hour = try Temporal.Time(iso8601String: "12:00")
            sample.moment = try Temporal.DateTime(iso8601String: "2026-06-15T12:00:00Z")
            sample.kind = .inUse
            return sample
        }
    }

    /// A field with a lower value, the record's own value, and a higher one.
    private static let ordered: [(Sample.CodingKeys, [any Persistable])] = [
        (.text, ["lower", "middle", "upper"]),
        (.whole, [4, 5, 6]),
        (.whole, [4.5, 5.0, 5.5]),
        (.part, [2, 2.5, 3]),
        (.part, [2.25, 2.5, 2.75]),
        (
            .day,
            ["2026-06-14", "2026-06-15", "2026-06-16"].map { try? Temporal.Date(iso8601String: $0) }.compactMap(\.self)
        ),
        (.hour, ["11:59", "12:00", "12:01"].map { try? Temporal.Time(iso8601String: $0) }.compactMap(\.self)),
        (
            .moment,
            ["2026-06-15T13:00:00+02:00", "2026-06-15T14:00:00+02:00", "2026-06-15T11:00:00-02:00"]
                .map { try? Temporal.DateTime(iso8601String: $0) }.compactMap(\.self)
        ),
    ]

    @Test(arguments: ordered.indices)
    func `values of each type are compared`(index: Int) throws {
        let (key, values) = Self.ordered[index]
        let (low, same, high) = (values[0], values[1], values[2])
        let sample = try sample
        let hold: [QueryPredicateOperation] = [
            key == same, key != low, key < high, key <= same, key > low, key >= same,
            key.between(start: low, end: same), key.between(start: same, end: high), key.attributeExists(true),
        ]
        for predicate in hold { #expect(predicate.evaluate(target: sample), "\(predicate.operator)") }
        let fail: [QueryPredicateOperation] = [
            key == high, key != same, key < same, key <= low, key > same, key >= high,
            key.between(start: high, end: high), key.between(start: high, end: low), key.attributeExists(false),
        ]
        for predicate in fail { #expect(!predicate.evaluate(target: sample), "\(predicate.operator)") }
    }

    @Test(arguments: Sample.CodingKeys.allCases.dropFirst())
    func `a field without a value differs from each value and has no order`(key: Sample.CodingKeys) {
        let sample = Sample()
        let hold = [key == nil, key != 1, key != "a", key.notContains("a"), key.attributeExists(false)]
        for predicate in hold { #expect(predicate.evaluate(target: sample), "\(predicate.operator)") }
        let fail = [
            key == 1, key != nil, key < 1, key <= 1, key > 1, key >= 1, key.between(start: 0, end: 2),
            key.contains("a"), key.beginsWith("a"), key.attributeExists(true),
        ]
        for predicate in fail { #expect(!predicate.evaluate(target: sample), "\(predicate.operator)") }
    }

    @Test func `texts are searched`() throws {
        let sample = try sample
        #expect((keys.text ~= "idd").evaluate(target: sample) && keys.text.contains("middle").evaluate(target: sample))
        #expect(!keys.text.contains("x").evaluate(target: sample))
        #expect(keys.text.notContains("x").evaluate(target: sample))
        #expect(!keys.text.notContains("m").evaluate(target: sample))
        #expect(keys.text.beginsWith("mid").evaluate(target: sample))
        #expect(!keys.text.beginsWith("id").evaluate(target: sample))
        #expect(!keys.whole.contains("5").evaluate(target: sample))
    }

    @Test func `truth values and enumerations are equal or not`() throws {
        let sample = try sample
        #expect((keys.flag == true).evaluate(target: sample) && (keys.flag != false).evaluate(target: sample))
        #expect(!(keys.flag == false).evaluate(target: sample) && !(keys.flag >= true).evaluate(target: sample))
        #expect((keys.kind == Sample.Kind.inUse).evaluate(target: sample))
        #expect((keys.kind != Sample.Kind.old).evaluate(target: sample))
        #expect((keys.kind == "IN_USE").evaluate(target: sample) && !(keys.kind == "OLD").evaluate(target: sample))
    }

    @Test func `values of different kinds are not equal and have no order`() throws {
        let sample = try sample
        for predicate in [keys.whole == "5", keys.text > 1, keys.day == "2026-06-15Z", keys.flag == 1] {
            #expect(!predicate.evaluate(target: sample), "\(predicate.operator)")
        }
        #expect((keys.whole != "5").evaluate(target: sample))
        #expect(!(keys.part == Double.nan).evaluate(target: sample))
    }

    @Test func `whole numbers beyond the precision of floating-point numbers are different`() {
        var sample = Sample()
        sample.whole = 9_007_199_254_740_993
        #expect(!(keys.whole == 9_007_199_254_740_992).evaluate(target: sample))
        #expect((keys.whole > 9_007_199_254_740_992).evaluate(target: sample))
    }

    @Test func `texts are compared by their bytes, as by the service`() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(!QueryOperator.equals(composed).evaluate(target: decomposed))
        #expect(QueryOperator.lessThan(composed).evaluate(target: decomposed))
        #expect(QueryOperator.greaterThan("\u{FFFF}").evaluate(target: "\u{10000}"))
    }

    @Test func `a list is searched for an element`() throws {
        let day = try Temporal.Date(iso8601String: "2026-06-15")
        let lists: [(Any, String, Bool)] = [
            (["a", "b"], "a", true), (["ab"], "a", false), ([String](), "", false),
            (["a", nil] as [String?], "a", true), ([Sample.Kind.inUse], "IN_USE", true), ([1, 2], "1", false),
            ([day], "2026-06-15Z", true),
        ]
        for (list, element, isThere) in lists {
            #expect(QueryOperator.contains(element).evaluate(target: list) == isThere, "\(list)")
            #expect(QueryOperator.notContains(element).evaluate(target: list) != isThere, "\(list)")
        }
    }

    @Test func `groups combine conditions`() throws {
        let sample = try sample
        let yes = keys.whole == 5
        let no = keys.whole == 6
        let all = QueryPredicateConstant.all
        #expect((yes && all).evaluate(target: sample) && !(yes && no).evaluate(target: sample))
        #expect((no || yes).evaluate(target: sample) && !(no || no).evaluate(target: sample))
        #expect((!no).evaluate(target: sample) && !not(yes).evaluate(target: sample))
        #expect((!(yes && no)).evaluate(target: sample) && (no && no || yes).evaluate(target: sample))
        #expect(all.evaluate(target: sample))
        #expect(QueryPredicateGroup().evaluate(target: sample))
        #expect(!QueryPredicateGroup(type: .or).evaluate(target: sample))
        #expect((field("whole") == 5 && field("text").beginsWith("m")).evaluate(target: sample))
        #expect(!(field("unknown") == 5).evaluate(target: sample))
    }

    @Test func `a group of the same kind gets another condition, and does not change`() {
        let (first, second, third) = (keys.whole == 1, keys.whole == 2, keys.whole == 3)
        let group = first && second
        #expect(group.and(third) == QueryPredicateGroup(type: .and, predicates: [first, second, third]))
        #expect(group.or(third) == QueryPredicateGroup(type: .or, predicates: [group, third]))
        #expect(group == QueryPredicateGroup(type: .and, predicates: [first, second]))
    }

    @Test func `equal conditions have the same field, operator and value`() {
        #expect((keys.whole == 1) == QueryPredicateOperation(field: "whole", operator: .equals(1)))
        #expect((keys.whole == 1) != (keys.whole == 2) && (keys.whole == 1) != (keys.whole != 1))
        #expect((keys.whole == 1) != (keys.part == 1) && QueryOperator.equals(1) != .equals(1.0))
        #expect(QueryOperator.equals(nil) == .equals(nil) && QueryOperator.equals(nil) != .equals(""))
        #expect(not(keys.whole == 1) == !(keys.whole == 1))
        #expect((keys.whole == 1 && keys.whole == 2) != !(keys.whole == 1))
    }

    @Test func `JSON has the fields, operators and values`() throws {
        let predicate = keys.whole == 1 && not(keys.text.between(start: "a", end: "b")) || QueryPredicateConstant.all
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(predicate), as: UTF8.self)
        #expect(
            json == """
                {"predicates":[{"predicates":[{"field":"whole","operator":{"type":"equals","value":1}},\
                {"predicates":[{"field":"text","operator":{"end":"b","start":"a","type":"between"}}],"type":"not"}],\
                "type":"and"},{"all":{}}],"type":"or"}
                """)
    }

    @Test func `orders and pages keep what they are made of`() {
        let order = QuerySortInput.by(.ascending(keys.text), .descending(keys.whole))
        #expect(order.inputs.count == 2)
        #expect(QueryPaginationInput.firstPage.limit == 100 && QueryPaginationInput.firstResult.limit == 1)
        #expect(QueryPaginationInput.page(3, limit: 7).page == 3)
    }
}
