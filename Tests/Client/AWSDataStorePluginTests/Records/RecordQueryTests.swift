// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Orders, pages and indexes of queries.
@Suite struct RecordQueryTests {
    private func sample(_ id: String, _ whole: Int?, _ text: String?, _ moment: String? = nil) throws -> StoreSample {
        var sample = StoreSample(id: id)
        sample.whole = whole
        sample.text = text
        sample.moment = try moment.map { try Temporal.DateTime(iso8601String: $0) }
        return sample
    }

    private func filled() throws -> MemoryStore {
        let store = try MemoryStore([StoreSample.self])
        try store.insert(
            sample("c", 1, "x", "2026-01-01T10:00:00Z"), sample("a", 2, "x", "2026-01-01T10:30:00+01:00"),
            sample("b", 1, nil), sample("e", nil, "B", "2025-01-01T00:00:00Z"),
            sample("d", 2, "a", "2026-01-01T09:00:00-02:00"))
        return store
    }

    private func keys(_ sort: [QuerySortBy], _ page: QueryPaginationInput? = nil) throws -> [String] {
        let store = try filled()
        let descriptors = QuerySortInput(sort).descriptors
        let records = try store.reading { try $0.records(of: StoreSample.self, sort: descriptors, page: page) }
        // The same order in memory.
        let table = try store.catalog.table(of: "StoreSample")
        let order = try RecordOrder(descriptors, table)
        let sorted = try store.all(StoreSample.self).map { ($0.id, try table.values(of: $0, isNew: true)) }
            .sorted { order.precedes($0.1, $1.1) }.map(\.0)
        if page == nil { #expect(sorted == records.map(\.id)) }
        return records.map(\.id)
    }

    @Test func `records are sorted by several fields, then by their keys`() throws {
        let keys = StoreSample.keys
        #expect(try self.keys([]) == ["a", "b", "c", "d", "e"])
        #expect(try self.keys([.ascending(keys.whole)]) == ["e", "b", "c", "a", "d"])
        #expect(try self.keys([.descending(keys.whole), .ascending(keys.text)]) == ["d", "a", "b", "c", "e"])
        #expect(try self.keys([.descending(keys.id)]) == ["e", "d", "c", "b", "a"])
        #expect(try self.keys([.ascending(keys.text)]) == ["b", "e", "d", "a", "c"])
    }

    @Test(arguments: [0, 1, 127, 128, 129, 300])
    func `a query has all of its records, in whatever parts they are decoded`(count: Int) throws {
        let store = try MemoryStore([StoreSample.self])
        let ids = (0..<count).map { String(1_000 + $0) }
        try store.writing { writer in
            for id in ids { try writer.insert(StoreSample(id: id), StoreSample.schema) }
        }
        #expect(try store.all(StoreSample.self).map(\.id) == ids)
        #expect(try store.reading { try $0.anyRecords(of: StoreSample.schema) }.map(\.identifier) == ids)
    }

    @Test func `dates are sorted as instants`() throws {
        #expect(try keys([.ascending(StoreSample.keys.moment)]) == ["b", "e", "a", "c", "d"])
        #expect(try keys([.descending(StoreSample.keys.moment)]) == ["d", "c", "a", "e", "b"])
    }

    @Test func `pages follow each other, and one beyond the end is empty`() throws {
        let order: [QuerySortBy] = [.ascending(StoreSample.keys.whole)]
        #expect(try keys(order, .page(0, limit: 2)) == ["e", "b"])
        #expect(try keys(order, .page(1, limit: 2)) == ["c", "a"])
        #expect(try keys(order, .page(2, limit: 2)) == ["d"])
        #expect(try keys(order, .page(3, limit: 2)).isEmpty)
        #expect(try keys(order, .firstPage).count == 5)
        #expect(try keys(order, .firstResult) == ["e"])
        #expect(try keys(order, .page(0, limit: 0)).isEmpty)
        #expect(try keys(order, .page(.max, limit: .max)).isEmpty)
        #expect(try keys(order, .page(0, limit: .max)).count == 5)
    }

    @Test func `a field that the model does not have cannot be sorted by`() throws {
        let store = try filled()
        #expect(throws: DataStoreError.self) {
            try store.reading {
                let sort = [QuerySortDescriptor(fieldName: "other", order: .ascending)]
                return try $0.records(of: StoreSample.self, sort: sort)
            }
        }
    }

    @Test func `a record fits a condition only if it is there`() throws {
        let store = try filled()
        func fits(_ key: String, _ predicate: any QueryPredicate) throws -> Bool {
            try store.reading { try $0.fits(StoreSample.schema, key: key, predicate) }
        }
        #expect(try fits("a", StoreSample.keys.whole == 2) && !fits("a", StoreSample.keys.whole == 1))
        #expect(try !fits("z", QueryPredicateConstant.all) && fits("a", QueryPredicateConstant.all))
        #expect(try fits("a", StoreSample.keys.whole == 1 || StoreSample.keys.text == "x"))
    }

    /// The plan that SQLite has for a condition.
    private func plan(_ predicate: any QueryPredicate, _ type: any Model.Type) throws -> String {
        let store = try MemoryStore([type])
        let table = try store.catalog.table(of: type.modelName)
        let condition = try PredicateSQL(table).condition(predicate)
        return try store.reading { reader in
            let sql = "EXPLAIN QUERY PLAN \(table.statements.select) WHERE \(condition.sql)"
            var steps: [String] = []
            try StoreStatement(sql, reader.database).forEachRow(condition.values) { row in
                steps.append(row.text(at: 3))
                return true
            }
            return steps.joined(separator: "\n")
        }
    }

    @Test func `indexes are used`() throws {
        let keys = StoreSample.keys
        let indexed: [any QueryPredicate] = [
            keys.whole == 5, keys.whole == 5 && keys.moment > Temporal.DateTime.now(), keys.id == "a",
            keys.id.beginsWith("a"), keys.whole.between(start: 1, end: 2), keys.whole < 2.5,
        ]
        for predicate in indexed {
            let steps = try plan(predicate, StoreSample.self)
            #expect(steps.contains("SEARCH"), "\(steps)")
        }
        #expect(try plan(field("list").eq("l"), Todo.self).contains("SEARCH"))
        #expect(try plan(Reading.keys.sensor == "s", Reading.self).contains("SEARCH"))
        #expect(try plan(field("room").eq("r"), ChatMessage.self).contains("ChatMessage.byRoom"))
    }
}
