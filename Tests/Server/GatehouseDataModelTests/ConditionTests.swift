// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import Testing

@Suite
struct ConditionTests {
    private static let a = GraphQLValue.string("a")
    private static let b = GraphQLValue.string("b")

    /// A comparison, the compared value, and the result.
    @Test(
        arguments: [
            (Comparison.equal(a), a, true), (.equal(a), b, false), (.equal(a), nil, false), (.equal(.null), nil, true),
            (.equal(.null), .null, true), (.equal(.null), a, false), (.equal(.int(1)), .float(1), true),
            (.equal(.int(1)), .string("1"), false), (.equal(a), .enumeration("a"), true),
            (.notEqual(a), nil, true), (.notEqual(a), a, false), (.notEqual(.null), nil, false),
            (.notEqual(.null), a, true),
            (.order(.less, .int(2)), .int(1), true), (.order(.less, .int(2)), .float(1.5), true),
            (.order(.less, .int(2)), .int(2), false), (.order(.atMost, .int(2)), .int(2), true),
            (.order(.greater, a), b, true), (.order(.atLeast, b), a, false), (.order(.less, .int(2)), nil, false),
            (.order(.less, .int(2)), .null, false), (.order(.less, .null), .int(1), false),
            (.order(.less, .int(2)), .string("1"), false), (.order(.greater, .string("Z")), a, true),
            (.order(.less, .int(9_007_199_254_740_993)), .int(9_007_199_254_740_992), true),
            (.between(.int(1), .int(3)), .int(1), true), (.between(.int(1), .int(3)), .int(3), true),
            (.between(.int(1), .int(3)), .int(4), false), (.between(.int(3), .int(1)), .int(2), false),
            (.between(a, b), nil, false), (.contains(a), .string("bab"), true), (.contains(a), .string("b"), false),
            (.contains(a), .list([a]), true), (.contains(a), .list([.string("ab")]), false), (.contains(a), nil, false),
            (.contains(.int(1)), .list([.float(1)]), true), (.notContains(a), nil, true),
            (.notContains(a), .string("a"), false), (.beginsWith("a"), .string("ab"), true),
            (.beginsWith("a"), .string("ba"), false), (.beginsWith(""), nil, false),
            (.contains(.string("aab")), .string("aaab"), true), (.contains(.string("")), .string("x"), true),
            (.exists(true), a, true), (.exists(true), .null, false), (.exists(false), nil, true),
            (.type(.string), a, true), (.type(.null), nil, true), (.type(.number), .float(1), true),
            (.type(.list), .list([]), true), (.type(.map), .object([:]), true), (.type(.bool), .boolean(false), true),
            (.size(.equal(.int(1))), a, true), (.size(.order(.greater, .int(1))), .list([a, b]), true),
            (.size(.equal(.int(0))), nil, false), (.size(.equal(.int(1))), .int(1), false),
            (.isIn([a, b]), a, true), (.isIn([]), a, false), (.notIn([a]), b, true), (.notIn([a]), nil, true),
            (.containsAny([a]), .list([b, a]), true), (.containsAny([a]), a, false),
        ] as [(Comparison, GraphQLValue?, Bool)])
    func `a comparison holds or not`(comparison: Comparison, value: GraphQLValue?, holds: Bool) {
        #expect(comparison.holds(for: value) == holds)
    }

    @Test
    func `a part is found wherever it begins, also where it overlaps with itself`() {
        let texts = (0..<7).flatMap { length in
            (0..<(1 << length)).map { bits in String((0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" }) }
        }
        for text in texts {
            for part in texts where part.utf8.count < 5 {
                let bytes = Array(text.utf8)
                let isPart = bytes.indices.contains { bytes[$0...].starts(with: part.utf8) } || part.isEmpty
                #expect(Comparison.contains(.string(part)).holds(for: .string(text)) == isPart, "\(part) in \(text)")
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a search does not take the product of both lengths`() {
        let text = GraphQLValue.string(String(repeating: "a", count: 400_000))
        for part in [String(repeating: "a", count: 200_000) + "b", "b" + String(repeating: "a", count: 200_000)] {
            #expect(!Comparison.contains(.string(part)).holds(for: text))
        }
    }

    @Test
    func `texts compare by their bytes and not by normal forms`() {
        #expect(!Comparison.equal(.string("\u{E9}")).holds(for: .string("e\u{301}")))
        #expect(Comparison.order(.less, .string("\u{10000}")).holds(for: .string("\u{FFFF}")))
    }

    @Test
    func `groups hold as their words say`() {
        let record: GraphQLObject = ["x": .int(1)]
        let yes = Condition.field("x", .equal(.int(1)))
        let no = Condition.field("x", .equal(.int(2)))
        #expect(Condition.all([yes, .not(no)]).holds(for: record) && !Condition.all([yes, no]).holds(for: record))
        #expect(Condition.any([no, yes]).holds(for: record) && !Condition.any([]).holds(for: record))
        #expect(Condition.all([]).holds(for: record))
        #expect(Condition.all([yes, .not(.field("y", .exists(true)))]).fields == ["x", "y"])
    }

    @Test
    func `a key condition chooses a partition and a range of its sort key`() {
        let record: GraphQLObject = ["p": .string("a"), "year": .int(2026), "month": .int(2)]
        let fields = ["year", "month"]
        func holds(_ condition: KeyCondition) -> Bool {
            condition.holds(for: record, partition: "p", sort: fields)
        }
        #expect(holds(KeyCondition(partition: .string("a"))))
        #expect(!holds(KeyCondition(partition: .string("b"))))
        #expect(holds(KeyCondition(partition: .string("a"), sort: .beginsWith("2026#"))))
        #expect(!holds(KeyCondition(partition: .string("a"), sort: .equal(.string("2026")))))
        let march = Comparison.order(.less, .int(3))
        #expect(holds(KeyCondition(partition: .string("a"), prefix: [.int(2026)], of: fields, sort: march)))
        #expect(!holds(KeyCondition(partition: .string("a"), prefix: [.int(2025)], of: fields)))
    }

    @Test
    func `a composite key is joined up to the first missing value`() {
        let input: GraphQLObject = ["a": .string("x"), "c": .int(1)]
        #expect(SortKey.joined(input, ["a", "b", "c"]) == "x")
        #expect(SortKey.value(of: input, ["a", "b"]) == nil && SortKey.value(of: input, []) == nil)
        #expect(SortKey.value(of: input, ["a", "c"]) == .string("x#1") && SortKey.value(of: input, ["c"]) == .int(1))
        #expect(SortKey.spelling(.float(3)) == "3" && SortKey.spelling(.float(-0.0)) == "0")
        #expect(SortKey.spelling(.float(0.5)) == "0.5" && SortKey.value(of: [.null]) == nil)
    }
}
