// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehousePostgres
import GatehouseSchemaCompiler
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// Nodes of a data API whose transactions end in another order than they began.
@Suite(.hangLimit, .enabled(if: TestServer.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct ChangeLogTests {
    private static let schema = "type Note @model @auth(rules: [{ allow: private }]) { text: String }"

    /// A process that serves the API on a database.
    private struct Node {
        let service: DataService
        private let caller = Caller.userPools(["iss": .string("pool"), "sub": .string("a1")])

        init(_ name: String, on database: some SQLDatabase) throws {
            service = DataService(
                id: "one", revision: nil,
                api: try DataAPI(
                    compiling: ChangeLogTests.schema, settings: DataSettings(conflicts: .optimisticConcurrency)),
                store: SQLRecordStore(database), events: DataEvents(node: name),
                sealer: Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), entropy: .system),
                clock: .system, forwardClock: ForwardClock(.system), entropy: .system)
        }

        private func field(_ name: String, of document: String) async throws -> GraphQLValue {
            let answer = await service.answer(DataRequest(query: document), by: caller)
            guard case .response(let response) = answer, response["errors"] == nil else {
                throw Refused(answer: answer)
            }
            return try #require(response["data"]?[name])
        }

        func create(_ text: String) async throws {
            let input = "{ id: \"\(text)\", text: \"\(text)\" }"
            _ = try await field("createNote", of: "mutation { createNote(input: \(input)) { text } }")
        }

        /// Changes the text of a record that has a version.
        func update(_ id: String, to text: String, version: Int) async throws {
            let input = "{ id: \"\(id)\", text: \"\(text)\", _version: \(version) }"
            _ = try await field("updateNote", of: "mutation { updateNote(input: \(input)) { text } }")
        }

        /// The texts of the changes since a time, and the time for the next sync.
        func sync(since time: Int? = nil) async throws -> (texts: Set<String>, time: Int) {
            let arguments = time.map { "(lastSync: \($0))" } ?? ""
            let page = try await field("syncNotes", of: "{ syncNotes\(arguments) { items { text } startedAt } }")
            guard case .int(let start)? = page["startedAt"] else { throw Refused(answer: nil) }
            return (Set((page["items"]?.elements ?? []).compactMap { $0["text"]?.text }), start)
        }

        func subscribe(to field: String) async throws -> DataSubscription {
            try await service.subscribe(DataRequest(query: "subscription { \(field) { text } }"), by: caller)
        }
    }

    private struct Refused: Error {
        let answer: DataAnswer?
    }

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
            let slow = try Node("slow", on: ObservedDatabase(database, hold.observer))
            let other = try await TestServer.open(schema: schema)
            defer { try? other.close() }
            let (quick, reader) = (try Node("quick", on: other), try Node("reader", on: other))
            var events = try await reader.subscribe(to: "onCreateNote").makeAsyncIterator()
            async let creation: Void = slow.create("held")
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
            try await creation
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
            let nodes = [try Node("one", on: database), try Node("two", on: other)]
            var subscriptions: [DataSubscription] = []
            for node in nodes { subscriptions.append(try await node.subscribe(to: "onUpdateNote")) }
            try await nodes[0].create("a")
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
