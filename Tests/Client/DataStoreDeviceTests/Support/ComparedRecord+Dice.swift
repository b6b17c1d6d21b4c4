// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The values of records and of conditions on them, of which some are equal, some are neighbours and some are alike.
enum ComparedValues {
    static let texts = [
        "", "a", "A", "aa", "a%", "%", "a_b", "ab", "b", "\u{E9}", "e\u{301}", "e", "z", "\u{10FFFF}a", "🍵", "'", "\"",
        "CALM", "1",
    ]
    static let numbers = [0, 1, -1, 2, 2_147_483_647, -2_147_483_648]
    static let fractions = [0, -0.5, 0.5, 1, 2, 1e300, -1e300, 9_007_199_254_740_992]
    static let seconds = [0, 1_700_000_000, 1_700_000_001]
    static let mails = ["ada@example.org", "Ada@example.org", "eve@example.com"]
    static let links = ["https://example.org/", "https://example.org/?a=%25", "mailto:ada"]
    static let phones = ["+12065550100", "+442079460000"]
    static let addresses = ["192.0.2.1", "192.0.2.10", "2001:db8::1"]
    static let tags: [[String?]] = [[], ["a"], ["a", nil, "%"], ["\u{E9}", "ab"], [""]]
    static let moods: [[ComparedMood]] = [[], [.calm], [.loud, .calm]]
    static let days = ["2026-01-01", "2025-12-31", "0999-01-01"].compactMap { try? Temporal.Date(iso8601String: $0) }
    static let hours = ["00:00", "23:59:59.999", "10:00:00.001"].compactMap { try? Temporal.Time(iso8601String: $0) }
    /// All in one time zone: the service compares texts.
    static let moments = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "1969-12-31T23:00:00.500Z"]
        .compactMap { try? Temporal.DateTime(iso8601String: $0) }
}

extension DeviceDice {
    /// A record, with no value in each fourth field.
    func comparedRecord(_ id: String) -> ComparedRecord {
        func maybe<Value>(_ values: [Value]) -> Value? { chance(25) ? nil : pick(values) }
        var record = ComparedRecord(id: id)
        record.text = maybe(ComparedValues.texts)
        record.number = maybe(ComparedValues.numbers)
        record.fraction = maybe(ComparedValues.fractions)
        record.flag = maybe([true, false])
        record.key = maybe(ComparedValues.texts)
        record.day = maybe(ComparedValues.days)
        record.hour = maybe(ComparedValues.hours)
        record.moment = maybe(ComparedValues.moments)
        record.seconds = maybe(ComparedValues.seconds)
        record.mail = maybe(ComparedValues.mails)
        record.link = maybe(ComparedValues.links)
        record.phone = maybe(ComparedValues.phones)
        record.address = maybe(ComparedValues.addresses)
        record.mood = maybe(ComparedMood.allCases)
        record.tags = maybe(ComparedValues.tags)
        record.moods = maybe(ComparedValues.moods)
        return record
    }

    /// A condition that the schema of the service accepts.
    ///
    /// - Parameter depth: the greatest number of groups around a comparison.
    /// - Returns: the condition.
    func condition(depth: Int) -> any QueryPredicate {
        guard depth > 0, chance(60) else { return chance(5) ? QueryPredicateConstant.all : comparison() }
        switch below(3) {
        case 0: return QueryPredicateGroup(type: .not, predicates: [condition(depth: depth - 1)])
        case 1: return QueryPredicateGroup(type: .and, predicates: parts(depth))
        // An empty group has no record here, and says nothing to the service.
        default: return QueryPredicateGroup(type: .or, predicates: parts(depth))
        }
    }

    private func parts(_ depth: Int) -> [any QueryPredicate] {
        (0...below(3)).map { _ in condition(depth: depth - 1) }
    }

    private func comparison() -> QueryPredicateOperation {
        let key = pick(ComparedRecord.CodingKeys.allCases) ?? .id
        return QueryPredicateOperation(field: key.rawValue, operator: comparison(of: key))
    }

    private func comparison(of key: ComparedRecord.CodingKeys) -> QueryOperator {
        switch key {
        case .id: textComparison(["0", "1", "10", "2"])
        case .text, .key: textComparison(ComparedValues.texts)
        case .mail: textComparison(ComparedValues.mails + ["example"])
        case .link: textComparison(ComparedValues.links + ["https:"])
        case .phone: textComparison(ComparedValues.phones + ["+1"])
        case .address: textComparison(ComparedValues.addresses + ["192."])
        case .tags: textComparison(ComparedValues.texts)
        case .number: ordered(ComparedValues.numbers)
        case .seconds: ordered(ComparedValues.seconds)
        case .fraction: ordered(ComparedValues.fractions)
        case .day: ordered(ComparedValues.days)
        case .hour: ordered(ComparedValues.hours)
        case .moment: ordered(ComparedValues.moments)
        case .flag: same([true, false])
        case .mood: same(ComparedMood.allCases.map(\.rawValue), hasExistence: false)
        case .moods: chance(50) ? .contains(moodName) : .notContains(moodName)
        }
    }

    private var moodName: String { (pick(ComparedMood.allCases) ?? .calm).rawValue }

    private func same(_ values: [any Persistable], hasExistence: Bool = true) -> QueryOperator {
        if hasExistence, chance(20) { return .attributeExists(chance(50)) }
        let value = chance(20) ? nil : pick(values)
        return chance(50) ? .equals(value) : .notEqual(value)
    }

    private func ordered(_ values: [any Persistable]) -> QueryOperator {
        guard let one = pick(values), let other = pick(values) else { return same(values) }
        switch below(6) {
        case 0: return .lessThan(one)
        case 1: return .lessOrEqual(one)
        case 2: return .greaterThan(one)
        case 3: return .greaterOrEqual(one)
        case 4: return .between(start: one, end: other)
        default: return same(values)
        }
    }

    private func textComparison(_ values: [String]) -> QueryOperator {
        let part = pick(values) ?? ""
        switch below(5) {
        case 0: return .contains(part)
        case 1: return .notContains(part)
        case 2: return .beginsWith(part)
        default: return ordered(values)
        }
    }
}
