// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// Records that are stored and read again.
@Suite struct RecordRoundTripTests {
    private func text(_ record: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(record), as: UTF8.self)
    }

    /// Stores a record, reads it in each way, and compares its JSON.
    private func expectKept<M: Model>(_ record: M) throws {
        let store = try MemoryStore([M.self])
        try store.insert(record)
        let found = try #require(try store.only(M.self))
        #expect(try text(found) == text(record))
        let key = record.identifier(schema: M.schema).stringValue
        let byKey = try store.reading { try $0.record(of: M.schema, key: key) } as? M
        #expect(try byKey.map { try text($0) } == text(record))
        let byIdentifier = try store.reading {
            try $0.records(of: M.self, where: record.identifier(schema: M.schema).predicate)
        }
        #expect(byIdentifier.count == 1)
        // A change without a difference changes nothing.
        #expect(try store.writing { try $0.update(record, M.schema) })
        #expect(try text(store.only(M.self)) == text(record))
        try store.writing { try $0.remove(M.schema, key: key) }
        #expect(try store.all(M.self).isEmpty)
    }

    @Test func `each scalar is kept`() throws {
        try expectKept(EveryScalar(id: "empty"))
        try expectKept(
            EveryScalar(
                id: "full", text: "a \"b\" \\ \n\u{1} ä 🍵", number: .min, fraction: -0.1, flag: false, key: "",
                day: try .init(iso8601String: "2026-02-28"), clock: try .init(iso8601String: "23:59:59.999"),
                moment: try .init(iso8601String: "2026-01-01T00:30:00.001+05:30"), seconds: .max,
                mail: "ada@example.org", document: #"{"a":[1]}"#, link: "https://example.org/?a=b&c",
                phone: "+12065550100", address: "192.0.2.1"))
    }

    @Test(arguments: [9_007_199_254_740_993, Int.max, .min, 0, -1])
    func `whole numbers keep all digits`(number: Int) throws {
        try expectKept(EveryScalar(id: "1", number: number))
    }

    @Test(arguments: [0.1, 1e300, 2.225_073_858_507_201_4e-308, -1, 123_456_789.123_456_789, .greatestFiniteMagnitude])
    func `numbers keep all digits`(number: Double) throws {
        try expectKept(EveryScalar(id: "1", fraction: number))
    }

    @Test func `plain types, enumerations and lists are kept`() throws {
        try expectKept(
            Lists(
                id: "1", optionalOfOptional: ["a", nil, "\"%_"], optionalOfRequired: [1, .max],
                requiredOfOptional: [0.5, nil], requiredOfRequired: [true, false],
                days: [try .init(iso8601String: "2026-02-28"), nil], moments: [.now()], matrix: [[1], []],
                moods: [.calm, nil], places: []))
        try expectKept(Lists(id: "2", optionalOfOptional: nil, days: nil, moments: nil, matrix: nil, moods: nil))
        try expectKept(
            Forecast(weather: .http2Outage, tomorrow: .sunny, later: [.sunny, .default], maybe: [nil, .`self`]))
        try expectKept(
            Shop(
                address: Address(street: "Main", city: nil, position: Coordinates(latitude: 1, longitude: 2)),
                hours: [OpeningHours(day: .monday, from: try .init(iso8601String: "08:00"), to: .now(), notes: nil)]))
    }

    @Test func `a record with a composite key is found by it`() throws {
        try expectKept(Reading(sensor: "a#\"b", takenAt: .now(), channel: -5, value: 1.5))
        let beginning = try Temporal.DateTime(iso8601String: "2026-01-01T00:00Z")
        try expectKept(Reading(sensor: "", takenAt: beginning, channel: 0, value: 1))
    }

    @Test func `two records with one key are an error`() throws {
        let store = try MemoryStore([Director.self])
        try store.insert(Director(nation: "de", name: "a"), Director(nation: "de", name: "b"))
        #expect(throws: (any Error).self) { try store.insert(Director(nation: "de", name: "a")) }
        #expect(try store.all(Director.self).map(\.name) == ["a", "b"])
    }

    @Test func `a number without a form in JSON is an error with the name of the field`() throws {
        let store = try MemoryStore([StoreSample.self])
        for number in [Double.nan, .infinity, -.infinity] {
            var sample = StoreSample(id: "1")
            sample.part = number
            let error = #expect(throws: DataStoreError.self) { try store.insert(sample) }
            guard case .invalidOperation(let cause?) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect("\(cause)".contains("StoreSample.part"))
        }
        #expect(try store.all(StoreSample.self).isEmpty)
    }

    @Test func `a date that cannot be read again is an error`() throws {
        let store = try MemoryStore([StoreSample.self])
        var sample = StoreSample(id: "1")
        sample.moment = Temporal.DateTime(Date(timeIntervalSince1970: 253_402_300_800))
        #expect(throws: DataStoreError.self) { try store.insert(sample) }
    }

    @Test func `an update of a missing record changes nothing`() throws {
        let store = try MemoryStore([StoreSample.self])
        #expect(try !store.writing { try $0.update(StoreSample(id: "1"), StoreSample.schema) })
        #expect(try store.all(StoreSample.self).isEmpty)
        #expect(try !store.reading { try $0.exists(StoreSample.schema, key: "1") })
    }

    @Test func `a model that the store does not have is an error`() throws {
        let store = try MemoryStore([StoreSample.self])
        #expect(throws: DataStoreError.self) { try store.all(EveryScalar.self) }
    }

    @Test func `the name of an unknown value of an enumeration is not lost`() throws {
        let store = try MemoryStore([StoreSample.self])
        var sample = StoreSample(id: "1")
        sample.text = "a"
        try store.insert(sample)
        try store.writing { try $0.keep(unknown: ["mood": "FURIOUS", "text": "b"], of: StoreSample.schema, key: "1") }
        func unknown() throws -> [String: String] {
            try store.reading { try $0.unknownNames(of: StoreSample.schema, key: "1") }
        }
        var read = try #require(try store.only(StoreSample.self))
        #expect(read.mood == nil && read.text == "a")
        read.text = "c"
        try store.writing { try $0.update(read, StoreSample.schema) }
        #expect(try unknown() == ["mood": "FURIOUS"])
        #expect(try store.only(StoreSample.self)?.text == "c")
        read.mood = .calm
        try store.writing { try $0.update(read, StoreSample.schema) }
        #expect(try store.only(StoreSample.self)?.mood == .calm && unknown().isEmpty)
        read.mood = nil
        try store.writing { try $0.update(read, StoreSample.schema) }
        #expect(try store.only(StoreSample.self)?.mood == nil && unknown().isEmpty)
    }

    @Test func `a record with an unknown value that it requires is not found, and hides no other record`() throws {
        let store = try MemoryStore([RequiredMood.self])
        try store.insert(RequiredMood(id: "1", mood: .calm), RequiredMood(id: "2", mood: .loud))
        try store.writing { try $0.keep(unknown: ["mood": "FURIOUS"], of: RequiredMood.schema, key: "1") }
        #expect(try store.all(RequiredMood.self).map(\.id) == ["2"])
        try store.writing { try $0.keep(unknown: ["mood": "CALM"], of: RequiredMood.schema, key: "1") }
        #expect(try store.all(RequiredMood.self).map(\.id) == ["1", "2"])
    }
}

/// A record that has a value of an enumeration in any case.
struct RequiredMood: Model {
    let id: String
    var mood: StoreMood

    enum CodingKeys: String, ModelKey {
        case id, mood
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.mood, is: .required, ofType: .enum(type: StoreMood.self)))
    }
}
