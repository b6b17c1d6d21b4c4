// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import Testing

extension StoreContract {
    private struct Refusal: Error, Equatable {}

    /// The change log, which tells the nodes of a database one another's changes.
    package static let changeLog: [StoreContractRule] = [
        StoreContractRule("the log has the committed changes of each process by their numbers") { database in
            let shelf = try await RecordShelf(in: database)
            let changes = [
                change(3, of: shelf.note("c", owner: "ada", version: 2, at: 5)), change(1, of: shelf.note("a")),
                change(2, of: shelf.note("b", version: 0, at: 7, isDeleted: true), kind: .delete),
                change(1, of: shelf.note("z"), node: "other"),
            ]
            try await shelf.store.write { writer in for change in changes { try writer.log(change, at: 9) } }
            await #expect(throws: Refusal()) {
                try await shelf.store.write { writer in
                    try writer.log(change(4, of: shelf.note("d")), at: 9)
                    throw Refusal()
                }
            }
            try await shelf.store.read { reader in
                let heads = try reader.changeHeads(of: "node", after: 0, limit: 9)
                #expect(heads.map(\.place.number) == [1, 2, 3])
                #expect(heads.map(\.kind) == [.create, .delete, .create])
                #expect(heads.map(\.changedAt) == [1, 7, 5] && heads.map(\.version) == [1, 0, 2])
                #expect(heads.allSatisfy { $0.api == "a" && $0.model == "Note" && $0.bytes > 10 })
                #expect(try reader.changeHeads(of: "node", after: 1, limit: 1).map(\.place.number) == [2])
                #expect(try reader.changeHeads(of: "stranger", after: 0, limit: 9) == [])
                #expect(try Set(reader.changeHeads(of: "node", numbers: [1, 3, 4])) == [heads[0], heads[2]])
                let found = try reader.loggedChanges(of: "node", numbers: [3, 2, 4])
                #expect(Set(found) == [changes[0], changes[2]])
                #expect(try reader.loggedChanges(of: "other", numbers: Array(1...300)) == [changes[3]])
            }
        },
        StoreContractRule("an earlier mark of a process does not replace a later one") { database in
            let store = try await RecordShelf(in: database).store
            let first = ChangeMark(node: "a", round: 1, seenAt: 10, openNumber: 1, openTime: 9)
            let second = ChangeMark(node: "a", round: 2, seenAt: 10, openNumber: 4, openTime: nil)
            let other = ChangeMark(node: "b", round: 1, seenAt: 12, openNumber: 2, openTime: 12)
            for mark in [other, first, second, first] { try await store.write { try $0.put(mark) } }
            #expect(try await store.read { try $0.changeMarks() } == [second, other])
        },
        StoreContractRule("logged changes expire after ten minutes, in steps, and marks after an hour") { database in
            let shelf = try await RecordShelf(in: database)
            try await shelf.store.write { writer in
                for number in 1...5 { try writer.log(change(number, of: shelf.note("a")), at: number) }
                try writer.put(ChangeMark(node: "a", round: 1, seenAt: 1, openNumber: 6, openTime: nil))
                try writer.put(ChangeMark(node: "b", round: 1, seenAt: 5, openNumber: 1, openTime: nil))
            }
            func expire(_ life: TimeInterval, _ milliseconds: Double) async throws -> Int {
                let time = Date(timeIntervalSince1970: life + milliseconds / 1_000)
                return try await shelf.store.removeExpired(at: time, step: 2)
            }
            func numbers() async throws -> [Int] {
                try await shelf.store.read { try $0.changeHeads(of: "node", after: 0, limit: 9).map(\.place.number) }
            }
            #expect(try await expire(RecordRetention.loggedChanges, 4) == 3)
            #expect(try await numbers() == [4, 5])
            #expect(try await shelf.store.read { try $0.changeMarks().count } == 2)
            #expect(try await expire(RecordRetention.changeMarks, 5) == 2)
            #expect(try await shelf.store.read { try $0.changeMarks().map(\.node) } == ["b"])
        },
    ]

    private static func change(
        _ number: Int, of record: Record, node: String = "node", kind: LoggedChange.Kind = .create
    ) -> LoggedChange {
        LoggedChange(
            place: LoggedChange.Place(node: node, number: number), api: "a", revision: 7, kind: kind, record: record)
    }
}
