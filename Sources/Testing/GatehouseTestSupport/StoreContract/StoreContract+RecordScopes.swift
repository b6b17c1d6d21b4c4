// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import Synchronization
import Testing

extension StoreContract {
    /// Lists that show the records of some owners and groups only.
    package static let recordScopes: [StoreContractRule] = [
        StoreContractRule("a list of an owner has that owner's records in the order of the list") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(
                (0..<12).map { shelf.note("\(10 + $0)", number: -$0, owner: ["ada", "bob", "eve"][$0 % 3]) })
            let scope = RecordScope.members([.init("owner", ["bob"])])
            #expect(try await shelf.ids(RecordQuery(scope: scope, limit: 2)) == ["11", "14", "17", "20"])
            #expect(try await shelf.ids(.by(scope: scope, limit: 2)) == ["20", "17", "14", "11"])
            #expect(try await shelf.ids(.by(scope: .nothing)) == [])
            #expect(try await shelf.ids(.by(scope: .members([]))) == [])
            #expect(try await shelf.ids(.by(scope: .members([.init("owner", [])]))) == [])
        },
        StoreContractRule("a list of an owner reads no other owner's records") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(
                (0..<500).map { number in
                    shelf.note(String(number), number: number, owner: number == 250 ? "ada" : "bob")
                })
            let scope = RecordScope.members([.init("owner", ["ada"])])
            for query in [RecordQuery(scope: scope), .by(scope: scope)] {
                let rows = Mutex(0)
                var observer = ObservedDatabase.Observer()
                observer.after = { _, count in rows.withLock { $0 += count } }
                let store = SQLRecordStore(ObservedDatabase(database, observer))
                let page = try await store.read { try $0.page(query, of: "Note", in: "a") }
                #expect(page.records.map(\.id) == ["250"] && page.read == 1 && page.next == nil)
                // The place has the record, too.
                #expect(rows.withLock { $0 } == 1)
            }
        },
        StoreContractRule("a record with several of the owners and groups is there once") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([
                shelf.note("1", number: 3, owner: "ada", editors: ["red", "blue", "red"]),
                shelf.note("2", number: 2, owner: "bob", editors: ["blue"]),
                shelf.note("3", number: 1, owner: "ada"), shelf.note("4", number: 0, owner: "red", editors: ["ada"]),
                shelf.note("5", number: 5),
            ])
            let scope = RecordScope.members([
                .init("owner", ["ada", "ada", "a"]), .init("editors", ["blue", "red", "\u{0}"]),
            ])
            for limit in 1...4 {
                #expect(try await shelf.ids(.by(scope: scope, limit: limit)) == ["3", "2", "1"])
                #expect(try await shelf.ids(RecordQuery(scope: scope, limit: limit)) == ["1", "2", "3"])
            }
        },
        StoreContractRule("a list of many groups has all their records") { database in
            let shelf = try await RecordShelf(in: database)
            let groups = (0..<300).map { "group \($0)" }
            try await shelf.put(
                (0..<90).map { number in
                    shelf.note("\(10 + number)", number: number, editors: [groups[number * 3], groups[1]])
                })
            try await shelf.put([shelf.note("other", number: 0, editors: ["another group"])])
            let scope = RecordScope.members([.init("editors", groups)])
            #expect(try await shelf.ids(.by(scope: scope, limit: 40)) == (10..<100).map { "\($0)" })
        },
        StoreContractRule("a record that changes its owner leaves the former owner's list") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([shelf.note("1", number: 1, owner: "ada", editors: ["red"])])
            func owned(by owner: String) async throws -> [String] {
                try await shelf.ids(.by(scope: .members([.init("owner", [owner])])))
            }
            try await shelf.put([shelf.note("1", number: 2, owner: "bob", version: 2)], expecting: 1)
            #expect(try await owned(by: "ada") == [])
            #expect(try await owned(by: "bob") == ["1"])
            #expect(try await shelf.ids(.by(scope: .members([.init("editors", ["red"])]))) == [])
            try await shelf.put([shelf.note("1", version: 3)], expecting: 2)
            #expect(try await owned(by: "bob") == [])
        },
        StoreContractRule("a long name of an owner is compared as a whole") { database in
            let shelf = try await RecordShelf(in: database)
            let name = String(repeating: "a", count: 4_000)
            try await shelf.put([
                shelf.note("1", number: 1, owner: name + "b"), shelf.note("2", number: 2, owner: name),
            ])
            #expect(try await shelf.ids(.by(scope: .members([.init("owner", [name])]))) == ["2"])
        },
    ]
}
