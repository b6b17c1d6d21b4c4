// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import GatehouseWire
import Testing

extension StoreContract {
    /// Records of data APIs: what is stored, versions, changes, and what is refused.
    package static let records: [StoreContractRule] = [
        StoreContractRule("a record is read as it was written") { database in
            let shelf = try await RecordShelf(in: database)
            var note = shelf.note("1", number: -3, text: "👩‍🚀 \u{65}\u{301} \"\\\n", at: 1_764_400_000_123)
            note.fields["values"] = .list([
                .null, .string("\u{0}"), .boolean(true), .float(0.1), .int(Int.min), .object(["a": .list([])]),
            ])
            try await shelf.put([note])
            #expect(try await shelf.record(.string("1")) == note)
            #expect(try await shelf.record(.string("2")) == nil)
            #expect(try await shelf.record(.null) == nil)
            let tombstone = shelf.note("1", version: 2, at: 2, isDeleted: true)
            try await shelf.put([tombstone], expecting: 1)
            #expect(try await shelf.record(.string("1")) == tombstone)
        },
        StoreContractRule("a write of a record needs the stored version") { database in
            let shelf = try await RecordShelf(in: database)
            let (first, second) = (shelf.note("1"), shelf.note("1", text: "new", version: 2))
            await #expect(throws: RecordConflict(stored: nil)) { try await shelf.put([second], expecting: 1) }
            await #expect(throws: RecordConflict(stored: nil)) { try await shelf.remove(first) }
            try await shelf.put([first])
            await #expect(throws: RecordConflict(stored: first)) { try await shelf.put([second]) }
            await #expect(throws: RecordConflict(stored: first)) { try await shelf.put([second], expecting: 2) }
            await #expect(throws: RecordConflict(stored: first)) { try await shelf.remove(second) }
            try await shelf.put([second], expecting: 1)
            #expect(try await shelf.record(.string("1")) == second)
            try await shelf.remove(second)
            #expect(try await shelf.record(.string("1")) == nil)
            #expect(try await shelf.ids(.by()) == [])
            try await shelf.put([first])
        },
        StoreContractRule("among 200 parallel updates, each version has one winner") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("1")])
            for version in 1...10 {
                let wins = await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<20 {
                        group.addTask {
                            let note = shelf.note("1", number: number, version: version + 1)
                            return (try? await shelf.put([note], expecting: version)) != nil
                        }
                    }
                    return await group.reduce(into: 0) { count, isWinner in count += isWinner ? 1 : 0 }
                }
                #expect(wins == 1)
                #expect(try await shelf.record(.string("1"))?.version == version + 1)
                #expect(try await shelf.ids(.by()) == ["1"])
            }
        },
        StoreContractRule("an undone write leaves neither a record nor its places") { database in
            struct Undo: Error {}
            let shelf = try await RecordShelf(in: database)
            let note = shelf.note("1", number: 1, owner: "ada")
            await #expect(throws: Undo.self) {
                try await shelf.store.write { writer in
                    try writer.put(
                        note, expecting: nil, indexes: RecordIndexValues(note.fields, shelf.model), in: shelf.api)
                    #expect(try writer.page(.by(), of: "Note", in: shelf.api).records == [note])
                    throw Undo()
                }
            }
            #expect(try await shelf.record(.string("1")) == nil)
            try await shelf.put([note])
        },
        StoreContractRule("a record above 400 KB is refused with its size") { database in
            let shelf = try await RecordShelf(in: database)
            let size = shelf.note("1", text: "").jsonSize
            let largest = shelf.note("1", text: String(repeating: "x", count: RecordLimits.bytes - size))
            let larger = shelf.note("2", text: String(repeating: "x", count: RecordLimits.bytes - size + 1))
            // The text is in no index here.
            let values = RecordIndexValues([:], shelf.model)
            try await shelf.store.write { try $0.put(largest, expecting: nil, indexes: values, in: "a") }
            await #expect(throws: RecordRefusal.tooLarge(bytes: 409_601, limit: 409_600)) {
                try await shelf.store.write { try $0.put(larger, expecting: nil, indexes: values, in: "a") }
            }
            var deep = shelf.note("3")
            deep.fields["list"] = (0..<70).reduce(.null) { list, _ in .list([list]) }
            let nested = deep
            await #expect(throws: RecordRefusal.tooDeep(limit: 64)) { try await shelf.put([nested]) }
        },
        StoreContractRule("a key that has no place in an order is refused") { database in
            let shelf = try await RecordShelf(in: database)
            for id in [GraphQLValue.string("a\u{0}b"), .null, .list([.string("a")]), .float(.infinity)] {
                await #expect(throws: RecordRefusal.unorderedKey) {
                    try await shelf.put([shelf.record(["id": id])])
                }
            }
            for note in [
                shelf.note("1", author: "\u{0}"), shelf.note("1", text: "\u{0}"), shelf.note("1", owner: "\u{0}"),
            ] {
                var note = note
                note.fields["number"] = .int(1)
                let refused = note
                await #expect(throws: RecordRefusal.unorderedKey) { try await shelf.put([refused]) }
            }
            #expect(try await shelf.ids(.everything) == [])
            // No text has a half of a surrogate pair: JSON with one is refused before.
            #expect(throws: WireSyntaxError.self) { try WireValue(json: Array(#"{"id":"\ud800"}"#.utf8)) }
        },
        StoreContractRule("a key value that is longer than in the original is refused with its size") { database in
            let shelf = try await RecordShelf(in: database)
            func text(_ count: Int) -> String { String(repeating: "k", count: count) }
            try await shelf.put([
                shelf.note(text(2_048), author: text(2_048), number: 1), shelf.note("1", number: 1, text: text(1_022)),
            ])
            #expect(try await shelf.record(.string(text(2_048))) != nil)
            #expect(try await shelf.ids(.by(text(2_048))) == [text(2_048)])
            for note in [shelf.note(text(2_049)), shelf.note("2", author: text(2_049))] {
                await #expect(throws: RecordRefusal.keyTooLong(bytes: 2_049, limit: 2_048)) {
                    try await shelf.put([note])
                }
            }
            await #expect(throws: RecordRefusal.keyTooLong(bytes: 1_025, limit: 1_024)) {
                try await shelf.put([shelf.note("2", number: 1, text: text(1_023))])
            }
        },
        StoreContractRule("a record that names too many owners and groups is refused") { database in
            let shelf = try await RecordShelf(in: database)
            let many = (0..<1_000).map { "group \($0)" }
            try await shelf.put([shelf.note("1", editors: many + many)])
            await #expect(throws: RecordRefusal.tooManyMembers(count: 1_001, limit: 1_000)) {
                try await shelf.put([shelf.note("2", owner: "ada", editors: many)])
            }
        },
        StoreContractRule("two APIs and two models do not see each other's records") { database in
            let shelf = try await RecordShelf(in: database)
            var other = shelf.model
            other.name = "Other"
            for (model, api) in [(shelf.model, "a"), (shelf.model, "b"), (other, "a")] {
                let place = try await RecordShelf(in: database, model, api: api)
                try await place.put([place.note("1", number: 1, text: "\(model.name) of \(api)", owner: "ada", at: 7)])
            }
            let own = shelf.note("1", number: 1, text: "Note of a", owner: "ada", at: 7)
            #expect(try await shelf.record(.string("1")) == own)
            for query in [RecordQuery.everything, .by(), .by(scope: .members([.init("owner", ["ada"])]))] {
                #expect(try await shelf.all(query) == [own])
            }
            #expect(try await shelf.changes(since: 0).records == [own])
            try await shelf.put([shelf.note("1", version: 2)], expecting: 1)
            let stranger = try await RecordShelf(in: database, api: "b")
            #expect(try await stranger.record(.string("1"))?.fields["text"] == .string("Note of b"))
        },
        StoreContractRule("records are found by several keys, in the order of the keys") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put((0..<5).map { shelf.note("\($0)") })
            func ids(_ keys: [String]) async throws -> [String] {
                try await shelf.store.read { reader in
                    try reader.records(keys.map { RecordID([.string($0)]) }, of: "Note", in: "a")
                }.map(\.id)
            }
            #expect(try await ids(["3", "missing", "1", "a\u{0}", "3"]) == ["3", "1", "3"])
            #expect(try await ids([]) == [])
        },
        StoreContractRule("texts with equal bytes are one key, and texts in another normal form are another") {
            database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("\u{E9}", owner: "\u{E9}"), shelf.note("e\u{301}", owner: "e\u{301}")])
            let scope = RecordScope.members([.init("owner", ["\u{E9}"])])
            let found = try await shelf.all(RecordQuery(scope: scope))
            #expect(found.map { Array($0.id.utf8) } == [[0xC3, 0xA9]])
        },
        StoreContractRule("equal numbers are one key, and composite keys with the same text are two") { database in
            let numbers = try await RecordShelf(in: database, RecordShelf.note(key: RecordKey(partition: "number")))
            try await numbers.put([numbers.record(["number": .int(3)])])
            await #expect(throws: RecordConflict.self) {
                try await numbers.put([numbers.record(["number": .float(3)])])
            }
            #expect(try await numbers.record(.float(3)) != nil)
            let key = RecordKey(partition: "author", sort: ["id", "text"])
            let shelf = try await RecordShelf(in: database, RecordShelf.note(key: key), api: "composite")
            try await shelf.put([shelf.note("a#b", text: "c"), shelf.note("a", text: "b#c")])
            let found = try await shelf.record(.string("ada"), .string("a"), .string("b#c"))
            #expect(found?.fields["text"] == .string("b#c"))
        },
    ]
}

extension Record {
    /// The bytes of the fields as JSON.
    fileprivate var jsonSize: Int { GraphQLValue.object(fields).jsonBytes().count }
}
