// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import Synchronization
import Testing

extension RecordShelf {
    func changes(
        since time: Int, _ scope: RecordScope = .everything, after position: RecordPosition? = nil, limit: Int = 100
    ) async throws -> RecordPage {
        try await store.read { [api, model] reader in
            try reader.changes(
                of: model.name, in: api, scope: scope, since: time, after: position, limit: limit)
        }
    }
}

extension StoreContract {
    /// Changes of records, the expiry of tombstones, and new indexes and rules.
    package static let recordChanges: [StoreContractRule] = [
        StoreContractRule("changes begin at a time, in the order of time") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("c", at: 5), shelf.note("a", at: 7), shelf.note("b", at: 7)])
            try await shelf.put([shelf.note("d", at: 6, isDeleted: true)])
            #expect(try await shelf.changes(since: 6).records.map(\.id) == ["d", "a", "b"])
            #expect(try await shelf.changes(since: 8).records == [])
            let first = try await shelf.changes(since: 5, limit: 2)
            #expect(first.records.map(\.id) == ["c", "d"])
            #expect(first.next == RecordPosition(sort: .int(6), key: RecordID([.string("d")])))
            // The record changes once more, so it moves to the end.
            try await shelf.put([shelf.note("a", version: 2, at: 9)], expecting: 1)
            let second = try await shelf.changes(since: 5, after: first.next, limit: 2)
            #expect(second.records.map(\.id) == ["b", "a"])
            #expect(second.next == nil)
        },
        StoreContractRule("changes of an owner are read without those of other owners") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(
                (0..<300).map { shelf.note("n\($0)", owner: $0 % 100 == 7 ? "ada" : "bob", at: 5) })
            try await shelf.put([shelf.note("g", owner: "eve", editors: ["red", "blue"], at: 6)])
            let scope = RecordScope.members([.init("owner", ["ada"]), .init("editors", ["red", "blue"])])
            let rows = Mutex(0)
            var observer = ObservedDatabase.Observer()
            observer.after = { _, count in rows.withLock { $0 += count } }
            let store = SQLRecordStore(ObservedDatabase(database, observer))
            let page = try await store.read {
                try $0.changes(of: "Note", in: "a", scope: scope, since: 5, after: nil, limit: 10)
            }
            #expect(page.records.map(\.id) == ["n107", "n207", "n7", "g"] && page.next == nil && page.read == 4)
            // The record with two groups is found twice, and each record is read once.
            #expect(rows.withLock { $0 } == 5 + 4)
            #expect(try await shelf.changes(since: 5, .nothing).records == [])
            #expect(try await shelf.changes(since: 5, .members([])).records == [])
            let first = try await shelf.changes(since: 5, scope, limit: 2)
            #expect(first.records.map(\.id) == ["n107", "n207"])
            let second = try await shelf.changes(since: 5, scope, after: first.next, limit: 2)
            #expect(second.records.map(\.id) == ["n7", "g"] && second.next == nil)
        },
        StoreContractRule("changes of an owner follow a record to its next owner, and end with it") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("1", owner: "ada", editors: ["red"], at: 1)])
            func ids(_ field: String, _ value: String, since time: Int = 0) async throws -> [String] {
                try await shelf.changes(since: time, .members([.init(field, [value])])).records.map(\.id)
            }
            try await shelf.put([shelf.note("1", owner: "ada", editors: ["red"], version: 2, at: 5)], expecting: 1)
            #expect(try await ids("owner", "ada", since: 2) == ["1"])
            #expect(try await ids("editors", "red", since: 2) == ["1"])
            try await shelf.put([shelf.note("1", owner: "bob", version: 3, at: 6)], expecting: 2)
            #expect(try await ids("owner", "ada") == [])
            #expect(try await ids("editors", "red") == [])
            #expect(try await ids("owner", "bob", since: 6) == ["1"])
            try await shelf.put([shelf.note("1", owner: "bob", version: 4, at: 7, isDeleted: true)], expecting: 3)
            #expect(try await ids("owner", "bob", since: 7) == ["1"])
            _ = try await shelf.store.write { try $0.removeTombstones(changedBefore: 9, limit: 9) }
            #expect(try await ids("owner", "bob") == [])
        },
        StoreContractRule("changes of an owner begin when the records of a model get versions") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("1", owner: "ada", version: 0, at: 1)], expecting: nil)
            let scope = RecordScope.members([.init("owner", ["ada"])])
            #expect(try await shelf.changes(since: 0, scope).records == [])
            try await shelf.put([shelf.note("1", owner: "ada", version: 1, at: 2)], expecting: 0)
            #expect(try await shelf.changes(since: 0, scope).records.map(\.id) == ["1"])
        },
        StoreContractRule("a position that an attacker edited does not reach earlier changes") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("a", at: 1), shelf.note("b", at: 9)])
            let early = RecordPosition(sort: .int(0), key: RecordID([.string("a")]))
            #expect(try await shelf.changes(since: 5, after: early).records.map(\.id) == ["b"])
            for sort in [nil, GraphQLValue.string("0"), .float(0.5)] {
                let edited = RecordPosition(sort: sort, key: RecordID([.string("a")]))
                await #expect(throws: RecordRefusal.unorderedKey) { try await shelf.changes(since: 5, after: edited) }
            }
        },
        StoreContractRule("tombstones expire, the oldest first, and other records do not") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([
                shelf.note("old", at: 1), shelf.note("b", number: 1, owner: "ada", at: 3, isDeleted: true),
                shelf.note("a", at: 2, isDeleted: true), shelf.note("young", at: 9, isDeleted: true),
            ])
            func expire(_ limit: Int) async throws -> Int {
                try await shelf.store.write { try $0.removeTombstones(changedBefore: 9, limit: limit) }
            }
            #expect(try await expire(1) == 1)
            #expect(try await shelf.record(.string("a")) == nil)
            #expect(try await expire(10) == 1)
            #expect(try await expire(10) == 0)
            var query = RecordQuery.everything
            query.includesDeleted = true
            #expect(try await shelf.ids(query) == ["old", "young"])
            query.scope = .members([.init("owner", ["ada"])])
            #expect(try await shelf.ids(query) == [])
        },
        StoreContractRule("a tombstone expires 30 days after the deletion, in steps") { database in
            let shelf = try await RecordShelf(in: database)
            let life = Int(RecordRetention.tombstones * 1_000)
            try await shelf.put(
                (0..<5).map { shelf.note("\($0)", at: $0, isDeleted: true) } + [shelf.note("live", at: 0)])
            func expire(_ milliseconds: Int) async throws -> Int {
                let time = Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
                return try await shelf.store.removeExpired(at: time, step: 2)
            }
            #expect(try await expire(life) == 0)
            #expect(try await expire(life + 4) == 4)
            #expect(try await shelf.record(.string("4"))?.isDeleted == true)
            #expect(try await expire(life + 1_000) == 1)
            #expect(try await shelf.record(.string("live")) != nil)
        },
        StoreContractRule("a former version of a record is kept for 30 minutes, and goes with the record") { database in
            let shelf = try await RecordShelf(in: database)
            let (store, api, key) = (shelf.store, shelf.api, RecordID([.string("a")]))
            @Sendable func former(_ version: Int) async throws -> GraphQLObject? {
                try await store.read { try $0.formerFields(version, of: key, of: "Note", in: api) }
            }
            let first = shelf.note("a", number: 1)
            try await shelf.put([first])
            try await store.write { try $0.keepVersion(of: key, of: "Note", replacedAt: 5, in: api) }
            try await shelf.put([shelf.note("a", number: 2, version: 2, at: 5)], expecting: 1)
            #expect(try await former(1) == first.fields)
            #expect(try await former(2) == nil)
            #expect(try await store.read { try $0.formerFields(1, of: key, of: "Note", in: "other") } == nil)
            let end = TimeInterval(5) / 1_000 + RecordRetention.changes
            #expect(try await store.removeExpired(at: Date(timeIntervalSince1970: end)) == 0)
            #expect(try await store.removeExpired(at: Date(timeIntervalSince1970: end + 0.002)) == 1)
            #expect(try await former(1) == nil)
            try await store.write { try $0.keepVersion(of: key, of: "Note", replacedAt: 9, in: api) }
            #expect(try await former(2) != nil)
            try await store.write { try $0.remove(key, of: "Note", expecting: 2, in: api) }
            #expect(try await former(2) == nil)
        },
        StoreContractRule("a bounded number of former versions of a record is kept, the newest ones") { database in
            let shelf = try await RecordShelf(in: database)
            let (store, api, model) = (shelf.store, shelf.api, shelf.model)
            let notes = (1...(RecordLimits.versions + 2)).map { shelf.note("a", number: $0, version: $0) }
            let other = shelf.note("b")
            try await shelf.put([notes[0], other])
            let key = notes[0].key
            try await store.write { writer in
                try writer.keepVersion(of: other.key, of: model.name, replacedAt: 5, in: api)
                for note in notes.dropFirst() {
                    try writer.keepVersion(of: key, of: model.name, replacedAt: 5, in: api)
                    let values = RecordIndexValues(note.fields, model)
                    try writer.put(note, expecting: note.version - 1, indexes: values, in: api)
                }
            }
            let kept = try await store.read { reader in
                try notes.filter { try reader.formerFields($0.version, of: key, of: model.name, in: api) != nil }
            }
            #expect(kept.map(\.version) == Array(2...(RecordLimits.versions + 1)))
            #expect(try await store.removeExpired(at: .distantFuture, step: 30) == RecordLimits.versions + 1)
        },
        StoreContractRule("a new index and a new rule cover the records that were there before") { database in
            let bare = try await RecordShelf(in: database, RecordShelf.note(indexes: []))
            let notes = (0..<7).map { bare.note("\($0)", number: -$0, owner: "ada") }
            try await bare.store.write { writer in
                let values = RecordIndexValues([:], bare.model)
                for note in notes { try writer.put(note, expecting: nil, indexes: values, in: "a") }
            }
            let shelf = try await RecordShelf(in: database)
            let query = RecordQuery.by(scope: .members([.init("owner", ["ada"])]))
            #expect(try await shelf.ids(query) == [])
            try await shelf.reindex()
            #expect(try await shelf.ids(query) == ["6", "5", "4", "3", "2", "1", "0"])
            // Places that no index has any more are removed.
            let renamed = RecordIndex(name: "renamed", partition: "author", sort: ["number"])
            try await RecordShelf(in: database, RecordShelf.note(indexes: [renamed])).reindex()
            #expect(try await shelf.ids(query) == [])
            #expect(try await shelf.ids(.by("ada", "renamed")).count == 7)
        },
    ]
}

extension RecordShelf {
    /// Gives all records their places, three at a time.
    fileprivate func reindex() async throws {
        try await store.reindex([model], in: api, atRevision: nil, pace: MaintenancePace(sizes: 3...3, pause: { _ in }))
    }
}
