// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// The records of an observed query after changes, compared with the query itself.
@Suite(.hangLimit) struct ObservedRecordsTests {
    private static let texts = ["", "a", "B", "b", "é", "e\u{301}", "z", "10", "9"]

    /// Random values of a seed.
    private struct Draw {
        let entropy: Entropy

        init(_ seed: UInt64) { entropy = .seeded(seed) }

        func number(below limit: Int) -> Int { Int(entropy.bytes(1)[0]) % limit }

        func happens(_ share: Int) -> Bool { number(below: 100) < share }

        func element<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

        func record(_ id: String) throws -> EveryScalar {
            try EveryScalar(
                id: id, text: happens(80) ? element(ObservedRecordsTests.texts) : nil,
                number: happens(80) ? number(below: 5) - 2 : nil,
                fraction: happens(50) ? Double(number(below: 9)) / 4 : nil, flag: happens(70) ? happens(50) : nil,
                day: happens(50) ? Temporal.Date(iso8601String: "2026-01-0\(1 + number(below: 9))") : nil,
                moment: happens(50)
                    ? Temporal.DateTime(
                        iso8601String: "2026-01-01T0\(number(below: 9)):00:00.000"
                            + element(["Z", "+02:00", "-03:00"])) : nil)
        }

        func predicate() -> (any QueryPredicate)? {
            let keys = EveryScalar.keys
            switch number(below: 9) {
            case 0: return nil
            case 1: return QueryPredicateConstant.all
            case 2: return keys.number > 0
            case 3: return keys.number != 1
            case 4: return keys.text == "b"
            case 5: return keys.flag == true || keys.number < 0
            case 6: return !(keys.text >= "a")
            case 7: return keys.text.beginsWith("e")
            default: return keys.moment.attributeExists(true) && keys.fraction <= 1.5
            }
        }

        func sort() -> [QuerySortDescriptor]? {
            guard happens(85) else { return nil }
            let fields = ["text", "number", "fraction", "flag", "day", "moment", "id"]
            return (0...number(below: 3)).map { _ in
                QuerySortDescriptor(
                    fieldName: element(fields), order: happens(50) ? .ascending : .descending)
            }
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `changes lead to the result of a full query`(seed: UInt64) async throws {
        let draw = Draw(seed)
        let folder = try TemporaryFolder()
        AmplifyModels().registerModels(registry: ModelRegistry.self)
        let store = try LocalStore.open(
            StorePlace(folder: folder.path("store"), name: "test"), models: [EveryScalar.schema], version: "1",
            clock: ManualClock().clock
        ).store
        let schema = EveryScalar.schema
        let use = OutboxUse(isOn: false, now: ManualClock().clock.now())
        for _ in 0..<draw.number(below: 30) {
            let record = try draw.record("\(draw.number(below: 25))")
            _ = try await store.write { try $0.save(record, schema, where: nil, outbox: use) }
        }

        let query = ObservedQuery<EveryScalar>(where: draw.predicate(), sort: draw.sort())
        var observed = ObservedRecords(
            try await store.read { try query.rows($0) }, order: try query.order(in: store))
        for step in 0..<60 {
            let key = "\(draw.number(below: 25))"
            if draw.happens(25) {
                try await store.write { _ = try $0.delete(schema, key: key, outbox: use) }
            } else {
                let record = try draw.record(key)
                _ = try await store.write { try $0.save(record, schema, where: nil, outbox: use) }
            }
            let id = RecordID(model: schema.name, key: key)
            if let row = try await store.read({ try query.rows($0, among: [field("id").eq(key)]) })[id] {
                observed.put(row)
            } else {
                observed.remove(id)
            }
            let full = try await store.read { try query.rows($0) }
            try #require(observed.items.map(\.id) == full.map(\.id.key), "seed \(seed), step \(step)")
            #expect(observed.items.map(\.text) == full.map(\.record.text))
        }
        try store.close()
    }

    private func open(_ model: any Model.Type, in folder: TemporaryFolder) throws -> LocalStore {
        ModelRegistry.register(modelType: model)
        return try LocalStore.open(
            StorePlace(folder: folder.path("store"), name: "test"), models: [model.schema], version: "1",
            clock: ManualClock().clock
        ).store
    }

    @Test func `a value that the model does not know leaves the other records in their places`() async throws {
        let folder = try TemporaryFolder()
        let store = try open(StoreSample.self, in: folder)
        let schema = StoreSample.schema
        try await store.write { writer in
            for (id, mood) in [("a", "CALM"), ("b", "LOUD"), ("c", "ZEN")] {
                try writer.insert(StoreSample(id: id), schema)
                try writer.keep(unknown: ["mood": mood], of: schema, key: id)
            }
        }
        let query = ObservedQuery<StoreSample>(
            where: nil, sort: [QuerySortDescriptor(fieldName: "mood", order: .ascending)])
        var observed = ObservedRecords(
            try await store.read { try query.rows($0) }, order: try query.order(in: store))
        observed.remove(RecordID(model: schema.name, key: "c"))
        #expect(observed.items.map(\.id) == ["a", "b"])
        try store.close()
    }

    @Test func `two keys of the same characters are two records`() async throws {
        let folder = try TemporaryFolder()
        let store = try open(StoreSample.self, in: folder)
        let schema = StoreSample.schema
        let keys = ["e\u{301}", "\u{E9}"]
        try await store.write { writer in
            for key in keys { try writer.insert(StoreSample(id: key), schema) }
        }
        let query = ObservedQuery<StoreSample>(where: nil, sort: nil)
        let rows = try await store.read { try query.rows($0, among: keys.map { field("id").eq($0) }) }
        #expect(rows.count == 2)
        var observed = ObservedRecords(
            try await store.read { try query.rows($0) }, order: try query.order(in: store))
        observed.remove(RecordID(model: schema.name, key: keys[0]))
        #expect(observed.items.map { Array($0.id.utf8) } == [Array(keys[1].utf8)])
        try store.close()
    }
}
