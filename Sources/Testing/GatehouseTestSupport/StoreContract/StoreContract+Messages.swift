// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Messages that wait to be sent.
    package static let messages: [StoreContractRule] = [
        StoreContractRule("a message is claimed when its time has come, the longest due first") { database in
            let queue = try await messageQueue(in: database)
            try await keep([("b", 20), ("a", 10), ("c", 30)].map { message($0, due: $1) }, in: database)
            #expect(try await queue.claim(dueBy: moment(9), until: moment(99), limit: 9).isEmpty)
            let due = try await queue.claim(dueBy: moment(20), until: moment(99), limit: 9)
            #expect(due == [message("a", due: 10), message("b", due: 20)])
            #expect(try await queue.claim(dueBy: moment(30), until: moment(99), limit: 9).map(\.id) == ["c"])
        },
        StoreContractRule("a claimed message cannot be claimed again until the lease has passed") { database in
            let queue = try await messageQueue(in: database)
            try await keep((0..<30).map { message("\($0)", due: 10) }, in: database)
            let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await queue.claim(dueBy: moment(10), until: moment(50), limit: 4).map(\.id)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.count == 30)
            #expect(Set(claimed).count == 30)
            #expect(try await queue.claim(dueBy: moment(49), until: moment(99), limit: 99).isEmpty)
            #expect(try await queue.claim(dueBy: moment(50), until: moment(99), limit: 99).count == 30)
        },
        StoreContractRule("a message that would wait for longer than any pause is due, because the clock was set back")
        {
            database in
            let queue = try await messageQueue(in: database)
            let longest = QueuedMessage.longestWait
            try await keep([message("a", due: longest), message("b", due: longest + 86_400)], in: database)
            #expect(try await queue.claim(dueBy: moment(0), until: moment(99), limit: 9).map(\.id) == ["b"])
            #expect(try await queue.claim(dueBy: moment(98), until: moment(200), limit: 9).isEmpty)
            #expect(try await queue.claim(dueBy: moment(99), until: moment(200), limit: 9).map(\.id) == ["b"])
        },
        StoreContractRule("a message that was put off keeps everything but its time and its attempts") { database in
            let queue = try await messageQueue(in: database)
            try await keep([message("a", due: 10)], in: database)
            try await queue.postpone("a", attempts: 3, until: moment(40))
            #expect(try await queue.claim(dueBy: moment(39), until: moment(99), limit: 9).isEmpty)
            var expected = message("a", due: 40)
            expected.attempts = 3
            #expect(try await queue.claim(dueBy: moment(40), until: moment(99), limit: 9) == [expected])
        },
        StoreContractRule("a reworded message replaces the stored one, unless another claim holds it") {
            database in
            let queue = try await messageQueue(in: database)
            try await keep(["a", "b"].map { message($0, due: 10) }, in: database)
            try await queue.remove("b")
            let reworded = ["a", "b"].map { id in
                QueuedMessage(
                    id: id, sealed: [7], attempts: 1, nextAttemptAt: moment(30), expiresAt: moment(900))
            }
            for message in reworded { try await queue.replace(message, takenUntil: moment(10)) }
            #expect(try await queue.claim(dueBy: moment(29), until: moment(99), limit: 9).isEmpty)
            #expect(try await queue.claim(dueBy: moment(30), until: moment(99), limit: 9) == [reworded[0]])
            // Another claim holds it now.
            try await queue.replace(message("a", due: 40), takenUntil: moment(30))
            #expect(try await queue.claim(dueBy: moment(98), until: moment(200), limit: 9).isEmpty)
            #expect(try await queue.claim(dueBy: moment(99), until: moment(200), limit: 9).map(\.sealed) == [[7]])
        },
        StoreContractRule("a message that was removed is gone, and removing it again does nothing") { database in
            let queue = try await messageQueue(in: database)
            try await keep(["a", "b"].map { message($0, due: 10) }, in: database)
            for _ in 0..<2 { try await queue.remove("a") }
            #expect(try await queue.claim(dueBy: moment(10), until: moment(99), limit: 9).map(\.id) == ["b"])
        },
        StoreContractRule("a message that a user pool's transaction keeps is there if all of it is") { database in
            let queue = try await messageQueue(in: database)
            let store = SQLUserPoolStore(database)
            await #expect(throws: StoreConflict.taken("b")) {
                try await store.write { pools -> Void in
                    try pools.insert(message("a", due: 10))
                    throw StoreConflict.taken("b")
                }
            }
            try await store.write { try $0.insert(message("c", due: 10)) }
            let due = try await queue.claim(dueBy: moment(10), until: moment(99), limit: 9)
            #expect(due == [message("c", due: 10)])
        },
    ]

    private static func messageQueue(in database: any SQLDatabase) async throws -> SQLMessageQueue {
        try await Migrator(Migrations.all).migrate(database)
        return SQLMessageQueue(database)
    }

    private static func keep(_ messages: [QueuedMessage], in database: any SQLDatabase) async throws {
        try await database.write { connection in
            for message in messages { try connection.insert(message) }
        }
    }

    private static func message(_ id: String, due seconds: Double) -> QueuedMessage {
        QueuedMessage(id: id, sealed: [0, 1, 255], nextAttemptAt: moment(seconds), expiresAt: moment(1_000))
    }
}
