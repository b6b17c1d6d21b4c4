// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseData
import GatehouseGraphQL
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Nodes of a data API whose transactions end in another order than they began.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct ChangeLogTests {
    /// Holds the first transaction that writes to the change log, after the write and before its commit.
    private final class Hold: Sendable {
        private let isFirst = Mutex(true)
        private let end = DispatchSemaphore(value: 0)
        let begun = Latch()

        func release() { end.signal() }

        var observer: ObservedDatabase.Observer {
            var observer = ObservedDatabase.Observer()
            observer.after = { sql, _ in
                let isFirst = self.isFirst.withLock { isFirst in
                    guard isFirst, sql.text.hasPrefix("INSERT INTO data_changes") else { return false }
                    isFirst = false
                    return true
                }
                guard isFirst else { return }
                self.begun.open()
                self.end.wait()
            }
            return observer
        }
    }

    private static func text(of payload: GraphQLObject?, _ field: String) -> String? {
        payload?["data"]?[field]?["text"]?.text
    }

    @Test func `a change that commits after a later one reaches subscribers and the next sync`() async throws {
        try await TestServer.withDatabase { database, schema in
            try await Migrator(Migrations.all).migrate(database)
            let hold = Hold()
            let slow = try DataNode("slow", on: ObservedDatabase(database, hold.observer))
            let other = try await TestServer.open(schema: schema)
            defer { try? other.close() }
            let (quick, reader) = (try DataNode("quick", on: other), try DataNode("reader", on: other))
            var events = try await reader.subscribe(to: "onCreateNote").makeAsyncIterator()
            async let creation = slow.create("held")
            await hold.begun.wait()
            let event: GraphQLObject?
            let first: (texts: Set<String>, time: Int)
            do {
                defer { hold.release() }
                try await quick.create("later")
                event = try await events.next()
                first = try await reader.sync()
            }
            #expect(Self.text(of: event, "onCreateNote") == "later")
            #expect(first.texts == ["later"])
            _ = try await creation
            let last = try await events.next()
            #expect(Self.text(of: last, "onCreateNote") == "held")
            // The held change has a time before the first sync, so that sync lets the next one begin before it.
            for node in [reader, quick] {
                let next = try await node.sync(since: first.time)
                #expect(next.texts.contains("held"))
            }
        }
    }

    @Test func `the changes of a record by several nodes reach each subscriber once and in their order`() async throws {
        try await TestServer.withDatabase { database, schema in
            try await Migrator(Migrations.all).migrate(database)
            let other = try await TestServer.open(schema: schema)
            defer { try? other.close() }
            let nodes = [try DataNode("one", on: database), try DataNode("two", on: other)]
            var subscriptions: [DataSubscription] = []
            for node in nodes { subscriptions.append(try await node.subscribe(to: "onUpdateNote")) }
            try await nodes[0].create("0", id: "a")
            for number in 1...20 {
                try await nodes[number % 2].update("a", to: "\(number)", version: number)
            }
            for subscription in subscriptions {
                var iterator = subscription.makeAsyncIterator()
                var texts: [String] = []
                while texts.count < 20, let payload = try await iterator.next() {
                    texts.append(Self.text(of: payload, "onUpdateNote") ?? "")
                }
                #expect(texts == (1...20).map(String.init))
            }
        }
    }
}
