// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import Synchronization
import Testing

extension StoreContract {
    /// Pages of records: limits, positions, filters, and several partitions at once.
    package static let recordPages: [StoreContractRule] = [
        StoreContractRule("pages skip and repeat no record while others come and go") { database in
            let shelf = try await RecordShelf(in: database)
            // The others have odd numbers.
            let stable = (0..<40).map { shelf.note("id \(100 + 2 * $0)", number: 2 * $0) }
            for query in [RecordQuery(scope: .everything, limit: 3), .by(limit: 3)] {
                for isDescending in [false, true] {
                    var query = query
                    query.isDescending = isDescending
                    try await shelf.put(stable)
                    var others: [Record] = []
                    let found = try await shelf.all(query) { page in
                        try await shelf.remove(others)
                        guard let last = page.records.last?.fields["number"], case .int(let number) = last else {
                            return
                        }
                        let near = [number - 3, number - 1, number + 1, number + 3].map { $0 | 1 }
                        others = Set(near).filter { (0..<200).contains($0) }
                            .map { shelf.note("id \(100 + $0)", number: $0) }
                        try await shelf.put(others)
                    }
                    let expected = isDescending ? stable.reversed() : stable
                    #expect(found.filter(stable.contains) == expected)
                    #expect(Set(found).count == found.count)
                    try await shelf.remove(others + stable)
                }
            }
        },
        StoreContractRule("a page goes on from a record that has gone, and the last page has no position") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(shelf.notes(0..<6))
            for query in [RecordQuery(scope: .everything, limit: 3), .by(limit: 3)] {
                let first = try await shelf.page(query)
                #expect(first.records.map(\.id) == ["0", "1", "2"] && first.read == 3)
                var second = query
                second.after = first.next
                try await shelf.remove(first.records[2])
                let last = try await shelf.page(second)
                #expect(last.records.map(\.id) == ["3", "4", "5"])
                #expect(last.next == nil)
                try await shelf.put([first.records[2]])
            }
            #expect(try await shelf.page(.by("nobody")) == RecordPage([], read: 0))
        },
        StoreContractRule("a filter reads on until the page is full or the bound of reads is reached") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(shelf.notes(0..<350, offset: 1_000))
            var query = RecordQuery.by(limit: 2)
            query.filter = .field("number", .order(.atLeast, .int(300)))
            let full = try await shelf.page(query)
            #expect(full.records.map(\.id) == ["1300", "1301"] && full.read == 302)
            query.readLimit = 100
            let empty = try await shelf.page(query)
            #expect(empty.records == [] && empty.read == 100 && empty.next?.sort == .int(99))
            #expect(try await shelf.all(query).map(\.id) == (1_300..<1_350).map { "\($0)" })
            query.filter = .field("number", .equal(.int(-1)))
            query.readLimit = 10_000
            #expect(try await shelf.page(query) == RecordPage([], read: 350))
        },
        StoreContractRule("tombstones are left out unless they are wanted, and filters can ask for them") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put(shelf.notes(0..<6, isDeleted: { !$0.isMultiple(of: 2) }))
            var query = RecordQuery.by(limit: 2)
            #expect(try await shelf.ids(query) == ["0", "2", "4"])
            query.includesDeleted = true
            #expect(try await shelf.ids(query) == ["0", "1", "2", "3", "4", "5"])
            query.filter = .field("_deleted", .equal(.boolean(true)))
            #expect(try await shelf.ids(query) == ["1", "3", "5"])
        },
        StoreContractRule("a position that an attacker edited stays in its partition and its scope") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.put([
                shelf.note("1", author: "aaa", number: 1, owner: "eve"), shelf.note("2", number: 2, owner: "eve"),
                shelf.note("3", number: 3, owner: "bob"), shelf.note("4", author: "zed", number: 4, owner: "eve"),
            ])
            let scope = RecordScope.members([.init("owner", ["eve"])])
            for isDescending in [false, true] {
                for key in ["", "0", "3", "~", "\u{10FFFF}"] {
                    for sort in [nil, .int(.min), .int(3), .float(1.0e300), .string(""), .boolean(false)]
                        as [GraphQLValue?]
                    {
                        var query = RecordQuery.by(scope: scope)
                        query.isDescending = isDescending
                        query.after = RecordPosition(sort: sort, key: RecordID([.string(key)]))
                        #expect(try await Set(shelf.ids(query)).isSubset(of: ["2"]))
                    }
                }
            }
            for (sort, key) in [(.list([]), .string("1")), (.int(1), .null), (.string("\u{0}"), .string("1"))]
                as [(GraphQLValue, GraphQLValue)]
            {
                var query = RecordQuery.by()
                query.after = RecordPosition(sort: sort, key: RecordID([key]))
                let edited = query
                await #expect(throws: RecordRefusal.unorderedKey) { try await shelf.page(edited) }
            }
        },
        StoreContractRule("the pages of several partitions are those that each partition has alone") { database in
            let shelf = try await RecordShelf(in: database)
            let notes = (0..<300).map { number in
                shelf.note(
                    "\(number)", author: "author \(number % 100)", number: number,
                    owner: number % 3 == 0 ? "ada" : "bob")
            }
            try await shelf.put(notes)
            var queries = [RecordQuery.by(limit: 2), .by(scope: .members([.init("owner", ["ada", "x"])]), limit: 2)]
            queries.append(.by("ada", "byAuthor", .order(.greater, .int(150))))
            queries[0].isDescending = true
            let partitions = (0..<101).map { GraphQLValue.string("author \($0)") } + [.null]
            for query in queries {
                let (pages, statements) = try await counted(in: database) { store in
                    try await store.read { try $0.pages(partitions, query, of: "Note", in: "a") }
                }
                #expect(statements == 1)
                for (partition, page) in zip(partitions, pages).suffix(20) {
                    var single = query
                    single.key?.partition = partition
                    #expect(try await shelf.page(single) == page)
                }
            }
        },
        StoreContractRule("a page ends before its records are too large for one answer") { database in
            let shelf = try await RecordShelf(in: database)
            let notes = (0..<16).map { number in
                var note = shelf.note("\(10 + number)", author: number < 8 ? "ada" : "bob", number: number)
                note.fields["zeros"] = .string(String(repeating: "0", count: 400_000))
                return note
            }
            try await shelf.put(notes)
            let first = try await shelf.page(.everything)
            #expect(first.records.count < 14 && first.next != nil)
            #expect(try await shelf.all(.everything).map(\.id) == notes.map(\.id))
        },
    ]

    /// Counts the statements that a store sends.
    static func counted<Value>(
        in database: any SQLDatabase, _ body: (SQLRecordStore) async throws -> Value
    ) async throws -> (Value, Int) {
        let count = Mutex(0)
        var observer = ObservedDatabase.Observer()
        observer.after = { _, _ in count.withLock { $0 += 1 } }
        let value = try await body(SQLRecordStore(ObservedDatabase(database, observer)))
        return (value, count.withLock { $0 })
    }
}
