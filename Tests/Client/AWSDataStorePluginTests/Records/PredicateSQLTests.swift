// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseCrypto
import Testing

@testable import AWSDataStorePlugin

/// Conditions in SQL have the results of conditions in memory.
@Suite struct PredicateSQLTests {
    /// Numbers of a seed.
    private struct Numbers: RandomNumberGenerator {
        let entropy: Entropy

        mutating func next() -> UInt64 { entropy.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }

    private static let texts = [
        "", "a", "A", "aa", "a%", "%", "_", "a_b", "ab", "b", "\u{E9}", "e\u{301}", "e", "K", "\u{212A}", "z\0y", "z",
        "\u{10FFFF}", "\u{10FFFF}a", "\u{D7FF}x", "\u{E000}", "🍵", "'", "\"", "CALM", "2026-01-01Z", "[\"a\"]", "1",
    ]
    private static let wholes: [Int] = [0, 1, -1, 2, 9_007_199_254_740_992, 9_007_199_254_740_993, .max, .min]
    private static let parts: [Double] = [0, -0.5, 0.5, 1, 2, 9_007_199_254_740_992, 1e300, -1e300, 9.3e18]
    private static let compared: [Double] = parts + [.nan, .infinity]
    private static let moments = [
        "2026-01-01T00:00:00.000Z", "2026-01-01T01:00:00.000+01:00", "2025-12-31T23:59:59.999Z",
        "2026-01-01T00:00:00.001-08:00", "1969-12-31T23:00:00.500Z",
    ].compactMap { try? Temporal.DateTime(iso8601String: $0) }
    private static let days = ["2026-01-01", "2025-12-31", "0999-01-01"].compactMap {
        try? Temporal.Date(iso8601String: $0)
    }
    private static let hours = ["00:00", "23:59:59.999", "10:00:00.001"].compactMap {
        try? Temporal.Time(iso8601String: $0)
    }
    private static let lists: [[String?]] = [[], ["a"], ["a", nil, "%"], ["\u{E9}", "ab"], ["1"]]

    private func sample(_ index: Int, _ numbers: inout Numbers) -> StoreSample {
        func maybe<Value>(_ values: [Value]) -> Value? {
            Int.random(in: 0..<4, using: &numbers) == 0 ? nil : values.randomElement(using: &numbers)
        }
        var sample = StoreSample(id: "\(index)")
        sample.text = maybe(Self.texts)
        sample.whole = maybe(Self.wholes)
        sample.part = maybe(Self.parts)
        sample.flag = maybe([true, false])
        sample.day = maybe(Self.days)
        sample.hour = maybe(Self.hours)
        sample.moment = maybe(Self.moments)
        sample.mood = maybe(StoreMood.allCases)
        sample.tags = maybe(Self.lists)
        sample.numbers = maybe([[], [1, 2]])
        sample.place = maybe([StorePlaceOfSample(city: "a", zip: nil)])
        return sample
    }

    private func value(_ numbers: inout Numbers) -> any Persistable {
        let pools: [[any Persistable]] = [
            Self.texts, Self.texts, Self.wholes, Self.compared, [true, false], Self.days, Self.hours,
            Self.moments, ["CALM", "LOUD", "FURIOUS"],
        ]
        let pool = pools[Int.random(in: 0..<pools.count, using: &numbers)]
        return pool[Int.random(in: 0..<pool.count, using: &numbers)]
    }

    private func comparison(_ numbers: inout Numbers) -> QueryOperator {
        let part = Self.texts.randomElement(using: &numbers) ?? ""
        return switch Int.random(in: 0..<13, using: &numbers) {
        case 0: .equals(nil)
        case 1: .notEqual(nil)
        case 2: .equals(value(&numbers))
        case 3: .notEqual(value(&numbers))
        case 4: .lessThan(value(&numbers))
        case 5: .lessOrEqual(value(&numbers))
        case 6: .greaterThan(value(&numbers))
        case 7: .greaterOrEqual(value(&numbers))
        case 8: .between(start: value(&numbers), end: value(&numbers))
        case 9: .contains(part)
        case 10: .notContains(part)
        case 11: .beginsWith(part)
        default: .attributeExists(Bool.random(using: &numbers))
        }
    }

    private func predicate(_ depth: Int, _ numbers: inout Numbers) -> any QueryPredicate {
        let kind = Int.random(in: 0..<8, using: &numbers)
        if depth == 0 || kind < 4 {
            let names = StoreSample.CodingKeys.allCases.map(\.rawValue) + ["unknown"]
            return QueryPredicateOperation(
                field: names.randomElement(using: &numbers) ?? "", operator: comparison(&numbers))
        }
        let count = Int.random(in: 0..<4, using: &numbers)
        let parts = (0..<count).map { _ in predicate(depth - 1, &numbers) }
        switch kind {
        case 4: return QueryPredicateConstant.all
        case 5: return QueryPredicateGroup(type: .and, predicates: parts)
        case 6: return QueryPredicateGroup(type: .or, predicates: parts)
        default: return QueryPredicateGroup(type: .not, predicates: parts)
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a condition has the same result in SQL and in memory`(seed: UInt64) throws {
        var numbers = Numbers(entropy: .seeded(seed))
        let store = try MemoryStore([StoreSample.self])
        let samples = (0..<60).map { sample($0, &numbers) }
        try store.writing { writer in
            for sample in samples { try writer.insert(sample, StoreSample.schema) }
        }
        let table = try store.catalog.table(of: "StoreSample")
        for _ in 0..<150 {
            let condition = predicate(3, &numbers)
            let expected = Set(samples.filter { condition.evaluate(target: $0) }.map(\.id))
            let found = try store.reading { Set(try $0.keys(of: StoreSample.schema, where: condition)) }
            let sql = try PredicateSQL(table).condition(condition)
            #expect(found == expected, "\(sql)")
            let one = samples[Int.random(in: 0..<60, using: &numbers)]
            #expect(try table.fits(one, condition) == expected.contains(one.id))
            let fits = try store.reading { try $0.fits(StoreSample.schema, key: one.id, condition) }
            #expect(fits == expected.contains(one.id))
        }
    }

    @Test func `each operator has the same result for each field and value`() throws {
        var numbers = Numbers(entropy: .seeded(7))
        let store = try MemoryStore([StoreSample.self])
        let samples = (0..<20).map { sample($0, &numbers) }
        try store.writing { writer in
            for sample in samples { try writer.insert(sample, StoreSample.schema) }
        }
        for key in StoreSample.CodingKeys.allCases {
            for _ in 0..<40 {
                let condition = QueryPredicateOperation(field: key.rawValue, operator: comparison(&numbers))
                let expected = samples.filter { condition.evaluate(target: $0) }.map(\.id).sorted()
                let found = try store.reading { try $0.keys(of: StoreSample.schema, where: condition).sorted() }
                #expect(found == expected, "\(key) \(condition.operator)")
            }
        }
    }

    @Test func `a percent sign and an underscore are characters like others, and case counts`() throws {
        let store = try MemoryStore([StoreSample.self])
        for (id, text) in ["1": "100% sure", "2": "100 sure", "3": "a_c", "4": "abc", "5": "ABC"] {
            var sample = StoreSample(id: id)
            sample.text = text
            try store.insert(sample)
        }
        func found(_ predicate: any QueryPredicate) throws -> [String] {
            try store.reading { try $0.keys(of: StoreSample.schema, where: predicate) }
        }
        let text = StoreSample.keys.text
        #expect(try found(text.contains("0%")) == ["1"])
        #expect(try found(text.beginsWith("a_")) == ["3"])
        #expect(try found(text.beginsWith("ab")) == ["4"])
        #expect(try found(text.contains("B")) == ["5"])
        #expect(try found(text.notContains("0")) == ["3", "4", "5"])
    }

    @Test func `a condition of many values is no deeper than SQLite allows`() throws {
        let store = try MemoryStore([StoreSample.self])
        try store.insert(StoreSample(id: "2999"), StoreSample(id: "x"))
        let many = QueryPredicateGroup(type: .or, predicates: (0..<3_000).map { StoreSample.keys.id == "\($0)" })
        #expect(try store.reading { try $0.keys(of: StoreSample.schema, where: many) } == ["2999"])
        #expect(try store.reading { try $0.keys(of: StoreSample.schema, where: not(many)) } == ["x"])
    }

    @Test func `a list whose field has a name of SQLite's function is searched`() throws {
        let names = ["value", "type", "key", "json", "root"]
        var fields: ModelFields = ["id": ModelField(name: "id", type: .string, isRequired: true)]
        for name in names { fields[name] = ModelField(name: name, type: .embeddedCollection(of: String.self)) }
        let schema = ModelSchema(name: "HeldLists", fields: fields, primaryKeyFieldKeys: ["id"])
        HeldRecord.register(schema)
        let store = try MemoryStore(schemas: [schema])
        for name in names {
            try store.writing { try $0.insert(HeldRecord(["id": .string(name), name: [.string(name), "b"]]), schema) }
        }
        for name in names {
            let found = try store.reading { try $0.keys(of: schema, where: field(name).contains(name)) }
            #expect(found == [name])
            let others = try store.reading { try $0.keys(of: schema, where: field(name).notContains(name)) }
            #expect(others == names.filter { $0 != name }.sorted())
            #expect(try store.reading { try $0.keys(of: schema, where: field(name).notContains("a")) }.count == 5)
        }
    }

    @Test func `a relation is compared by its attribute`() throws {
        let store = try MemoryStore([StoreFolder.self])
        let root = StoreFolder(id: "r")
        let leaf = StoreFolder(id: "l", parent: root)
        try store.insert(root, leaf)
        let table = try store.catalog.table(of: "StoreFolder")
        for name in ["parent", "parentID"] {
            let predicate = field(name).eq("r")
            #expect(try store.reading { try $0.keys(of: StoreFolder.schema, where: predicate) } == ["l"])
            #expect(try table.fits(leaf, predicate) && !table.fits(root, predicate))
            #expect(try table.fits(root, not(predicate)) && table.fits(root, field(name).attributeExists(false)))
        }
    }

    private struct OtherPredicate: QueryPredicate {
        func evaluate(target: any Model) -> Bool { true }
    }

    @Test func `a condition of another type is an error`() throws {
        let store = try MemoryStore([StoreSample.self])
        #expect(throws: DataStoreError.self) {
            try store.reading { try $0.keys(of: StoreSample.schema, where: OtherPredicate()) }
        }
    }
}
