// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import Testing

extension StoreContract {
    /// The order of records, and the parts of an order that a condition chooses.
    package static let recordOrder: [StoreContractRule] = [
        StoreContractRule("texts are in the order of Unicode code points") { database in
            let shelf = try await RecordShelf(
                in: database, RecordShelf.note(key: RecordKey(partition: "author", sort: ["id"])))
            try await shelf.put(orderedTexts.shuffled().map { shelf.note($0) })
            #expect(try await shelf.all(.everything).compactMap { $0.fields["id"]?.text } == orderedTexts)
            var backwards = RecordQuery.everything
            backwards.isDescending = true
            #expect(try await shelf.all(backwards).compactMap { $0.fields["id"]?.text } == orderedTexts.reversed())
        },
        StoreContractRule("numbers are in the order of numbers") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(
                orderedNumbers.enumerated().shuffled().map {
                    shelf.record(["author": .string("ada"), "id": .string("\($0)"), "number": $1])
                })
            let found = try await shelf.all(.by(limit: 4))
            #expect(found.map(\.id) == orderedNumbers.indices.map { "\($0)" })
            #expect(found.compactMap { $0.fields["number"] } == orderedNumbers)
        },
        StoreContractRule("records with equal sort values are in the order of their keys") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(["c", "a", "b"].map { shelf.note($0, number: 1) } + [shelf.note("0", number: 2)])
            #expect(try await shelf.ids(.by(limit: 1)) == ["a", "b", "c", "0"])
            var backwards = RecordQuery.by(limit: 2)
            backwards.isDescending = true
            #expect(try await shelf.ids(backwards) == ["0", "c", "b", "a"])
        },
        StoreContractRule("a record without a value of an index is not in the index") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("1"), shelf.note("2", number: 1), shelf.record(["id": .string("3")])])
            #expect(try await shelf.ids(.by()) == ["2"])
            #expect(try await shelf.ids(.by("ada", "ofAuthor")) == ["1", "2"])
            #expect(try await shelf.ids(.everything) == ["1", "2", "3"])
            try await shelf.put([shelf.note("2", version: 2)], expecting: 1)
            #expect(try await shelf.ids(.by()) == [])
        },
        StoreContractRule("a condition on a sort key has the records for which it holds") { database in
            let shelf = try await RecordShelf(in: database)
            let notes = orderedNumbers.enumerated().map { number in
                shelf.record(["author": .string("ada"), "id": .string("\(number.offset)"), "number": number.element])
            }
            try await shelf.put(notes + [shelf.note("stranger", author: "bob", number: 1)])
            for comparison in comparisons(of: orderedNumbers) {
                let query = RecordQuery.by("ada", "byAuthor", comparison)
                try await expect(shelf, query, notes, sort: ["number"])
            }
        },
        StoreContractRule("a condition on a primary key has the records for which it holds") { database in
            let model = RecordShelf.note(key: RecordKey(partition: "author", sort: ["id"]))
            let shelf = try await RecordShelf(in: database, model)
            let notes = orderedTexts.map { shelf.note($0) }
            try await shelf.put(notes + [shelf.note("a", author: "ad"), shelf.note("a", author: "adab")])
            for comparison in comparisons(of: orderedTexts.map { .string($0) }) {
                let key = KeyCondition(partition: .string("ada"), sort: comparison)
                try await expect(shelf, RecordQuery(key: key, scope: .everything), notes, sort: ["id"])
            }
        },
        StoreContractRule("a condition on several sort fields has the records for which it holds") { database in
            let shelf = try await RecordShelf(in: database)
            var notes: [Record] = []
            for text in ["", "a", "a#1", "a!", "a b", "b", "aa"] {
                for number in [1, 2, 10, -1] { notes.append(shelf.note("\(notes.count)", number: number, text: text)) }
            }
            try await shelf.put(notes)
            let (partition, fields) = (GraphQLValue.string("ada"), ["text", "number"])
            let numbers = comparisons(of: [.int(-1), .int(2), .int(5)])
            let texts = comparisons(of: [.string("a#1"), .string("a#1#2"), .string("a"), .string("b#10")])
            var keys = texts.map { KeyCondition(partition: partition, sort: $0) }
            for text in ["a", "a#1", "b", "c", "\u{0}"] {
                keys.append(KeyCondition(partition: partition, prefix: [.string(text)], of: fields))
                for number in numbers {
                    keys.append(KeyCondition(partition: partition, prefix: [.string(text)], of: fields, sort: number))
                }
                keys.append(KeyCondition(partition: partition, prefix: [.string(text), .int(1)], of: fields))
            }
            keys.append(KeyCondition(partition: partition, prefix: [.int(1), .int(1), .int(1)], of: fields))
            for key in keys {
                try await expect(
                    shelf, RecordQuery(index: "byText", key: key, scope: .everything, limit: 5), notes, sort: fields)
            }
        },
    ]

    /// Texts by their code points: neither by the units of UTF-16, nor by a language, nor by normal forms.
    private static let orderedTexts = [
        "!", "#", "$", "0", "10", "9", "A", "B", "a", "a ", "a#b", "aa", "e\u{301}", "z", "\u{E9}", "\u{7FF}",
        "\u{800}", "\u{E000}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{1F469}\u{200D}\u{1F680}", "\u{10FFFF}",
    ]

    /// Numbers by their values, floating-point numbers among integers that these do not hold exactly.
    private static let orderedNumbers: [GraphQLValue] = [
        .float(-1.0e300), .int(.min), .int(.min + 1), .int(-1 << 53 - 1), .int(-1 << 53), .int(-10), .int(-9),
        .float(-0.5), .int(0), .float(.leastNonzeroMagnitude), .float(0.1), .int(1), .float(1.5), .int(2), .int(10),
        .int(1 << 53),
        .int(1 << 53 + 1), .int(1 << 53 + 2), .int(.max - 1), .int(.max), .float(1.0e300),
    ]

    /// Comparisons with each of some values, and some that have nothing to do with them.
    private static func comparisons(of values: [GraphQLValue]) -> [Comparison] {
        var comparisons: [Comparison] = [
            .equal(.null), .equal(.boolean(true)), .order(.less, .null), .order(.less, .boolean(true)),
            .between(.int(0), .string("a")), .beginsWith(""), .beginsWith("\u{0}"), .exists(true), .notEqual(.int(1)),
        ]
        for value in values {
            for order in [Comparison.Order.less, .atMost, .greater, .atLeast] {
                comparisons.append(.order(order, value))
            }
            comparisons.append(.equal(value))
            if let text = value.text { comparisons.append(.beginsWith(text)) }
        }
        for (first, last) in zip(values, values.dropFirst(2)) {
            comparisons += [.between(first, last), .between(last, first)]
        }
        return comparisons
    }

    /// Compares a query with the condition itself, record by record.
    private static func expect(
        _ shelf: RecordShelf, _ query: RecordQuery, _ records: [Record], sort fields: [String]
    ) async throws {
        let key = try #require(query.key)
        let wanted = records.filter { key.holds(for: $0.fields, partition: "author", sort: fields) }
        let found = try await shelf.all(query)
        #expect(Set(found) == Set(wanted) && found.count == wanted.count, "\(key)")
    }
}
