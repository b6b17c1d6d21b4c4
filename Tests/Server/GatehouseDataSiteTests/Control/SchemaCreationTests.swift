// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseServer
import GatehouseSites
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Schemas that are taken into use: by StartSchemaCreation, and by the administration itself.
@Suite(.hangLimit)
struct SchemaCreationTests {
    private static let notes = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"

    @Test
    func `a schema is in use once its creation has succeeded`() async throws {
        let bench = try await DataBench(isDefault: false)
        let id = await bench.newAPI()
        #expect(await bench.call("GET", "/v1/apis/\(id)/schemacreation").json["status"] == "NOT_APPLICABLE")
        #expect(await bench.post("{}", [], path: "/apis/\(id)/graphql").status == 502)
        let schema = await bench.call("GET", "/v1/apis/\(id)/schema", query: "format=SDL")
        #expect(schema.controlRefusal == "400 GraphQLSchemaException")
        #expect(await bench.pushSchema(Self.notes, to: id)["status"] == "SUCCESS")
        let key = await bench.call("POST", "/v1/apis/\(id)/apikeys", [:]).json["apiKey"]?["id"]?.stringValue ?? ""
        let made = try await bench.execute(
            #"mutation { createNote(input: { text: "x" }) { text } }"#, as: [("x-api-key", key)],
            path: "/apis/\(id)/graphql")
        #expect(made["data"]?["createNote"]?["text"] == "x")
        let text = await bench.call("GET", "/v1/apis/\(id)/schema", query: "format=SDL").body
        #expect(String(decoding: text, as: UTF8.self).contains("type Note"))
        let json = await bench.call("GET", "/v1/apis/\(id)/schema", query: "format=JSON").json
        #expect(json["data"]?["__schema"]?["queryType"]?["name"] == "Query")
        let other = await bench.call("GET", "/v1/apis/\(id)/schema", query: "format=XML")
        #expect(other.controlRefusal == "400 BadRequestException")
    }

    @Test
    func `a creation goes on when its client has closed the connection`() async throws {
        let bench = try await DataBench(isDefault: false)
        let id = await bench.newAPI()
        let client = ClientPresence()
        client.leave()
        let status = await ClientPresence.$current.withValue(client) { await bench.pushSchema(Self.notes, to: id) }
        #expect(status["status"] == "SUCCESS")
    }

    @Test
    func `the log gets the cause of a creation that fails, and the status does not show it`() async throws {
        let bench = try await DataBench()
        try await bench.create("x", as: try await bench.user("alice"))
        let indexed = DataBench.todos.replacing(
            "content: String", with: #"content: String @index(name: "byContent", queryField: "todosByContent")"#)
        bench.records.fill()
        let status = await bench.pushSchema(indexed, to: bench.id)
        #expect(status["status"] == "FAILED")
        #expect(status["details"] == "The server's database cannot be used at present.")
        #expect(bench.creationFaults.causes == ["\(bench.id): the disk is full"])
        bench.records.makeSpace()
        #expect(await bench.pushSchema("type Todo @model {", to: bench.id)["status"] == "FAILED")
        #expect(bench.creationFaults.causes.last == "\(bench.id): none")
    }

    @Test
    func `a status whose creation is unknown says so, and which schema is in use`() async throws {
        let bench = try await DataBench()
        let status = await bench.call("GET", "/v1/apis/\(bench.id)/schemacreation").json
        #expect(status["status"] == "ACTIVE")
        let hash = Hex.encode(sha256(Array(DataBench.todos.utf8)))
        #expect(status["details"]?.stringValue?.hasSuffix("its SHA-256 hash is \(hash).") == true)
        let empty = await bench.call("GET", "/v1/apis/\(await bench.newAPI())/schemacreation").json
        #expect(empty["status"] == "NOT_APPLICABLE")
        #expect(empty["details"]?.stringValue?.contains("One before may have been cut off") == true)
    }

    @Test
    func `a refused schema names its errors, and the former one stays in use`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        try await bench.create("Write", as: alice)
        let broken = await bench.pushSchema("type Todo @model {\n  id: Missing\n}", to: bench.id)
        #expect(broken["status"] == "FAILED")
        #expect(broken["details"]?.stringValue?.contains("2:") == true)
        let lossy = await bench.pushSchema(
            "type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! }", to: bench.id)
        #expect(lossy["status"] == "FAILED")
        #expect(lossy["details"]?.stringValue?.contains("Todo.content: the field is dropped; 1 record") == true)
        let todos = try await bench.execute(DataBench.list, as: alice)
        #expect(todos["data"]?["listTodos"]?["items"]?.arrayValue?.first?["content"] == "Write")
    }

    @Test
    func `the status of a refused schema has the first 100 errors, and how many more there are`() async throws {
        let bench = try await DataBench()
        let types = (0..<3).map { type in
            "type T\(type) @model {\n id: ID!\n" + (0..<60).map { " f\($0): Missing\n" }.joined() + "}"
        }
        let broken = await bench.pushSchema(types.joined(separator: "\n"), to: bench.id)
        #expect(broken["status"] == "FAILED")
        let lines = try #require(broken["details"]?.stringValue).split(separator: "\n")
        #expect(lines.count == 101 && lines[0].hasPrefix("3:"))
        #expect(lines.last?.hasPrefix("There are ") == true && lines.last?.hasSuffix(" messages more.") == true)
    }

    @Test
    func `a loss that is allowed removes the values`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        try await bench.create("Write", as: alice)
        let short = "type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! }"
        let pushed = try await bench.administration.push(short, to: bench.id, allowingLoss: true)
        #expect(pushed.plan.losses.count == 1)
        #expect(
            try await bench.execute("{ listTodos { items { owner } } }", as: alice)["data"]
                == ["listTodos": ["items": [["owner": "alice"]]]])
        try await bench.administration.push(DataBench.todos, to: bench.id)
        let todos = try await bench.execute(DataBench.list, as: alice)
        #expect(todos["data"]?["listTodos"]?["items"]?.arrayValue?.first?["content"]?.isNull == true)
    }

    @Test(arguments: [false, true])
    func `a value that another process writes during a push is lost only if that is allowed`(
        isAllowed: Bool
    ) async throws {
        let bench = try await DataBench()
        let (id, records) = (bench.id, bench.gatehouse.installation.records)
        let record = Record(
            model: "Todo", key: RecordID([.string("1")]), fields: ["id": .string("1"), "content": .string("x")])
        let index = isAllowed ? "" : #"list: ID @index(name: "byList", queryField: "todosByList")"#
        try await bench.administration.push(
            "type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! \(index) }", to: id, allowingLoss: isAllowed
        ) {
            let model = try #require(try DataAPI(compiling: DataBench.todos, settings: DataSettings()).model("Todo"))
            try await records.write { store in
                try store.put(record, expecting: nil, indexes: RecordIndexValues(record.fields, model), in: id)
            }
        }
        let stored = try #require(try await records.read { try $0.record(record.key, of: "Todo", in: id) })
        #expect(stored.fields["content"] == (isAllowed ? nil : .string("x")))
    }

    private static let note = Record(
        model: "Note", key: RecordID([.string("1")]), fields: ["id": .string("1"), "text": .string("x")])

    /// Stores the note in the way of another process, by the schema in force at the call.
    private func writingNote(_ bench: DataBench) async throws -> @Sendable () async throws -> Void {
        let model = try #require(try await bench.administration.api(bench.id).service?.api.model("Note"))
        return { [id = bench.id, records = bench.records] in
            try await records.write { store in
                let indexes = RecordIndexValues(Self.note.fields, model)
                try store.put(Self.note, expecting: nil, indexes: indexes, in: id)
            }
        }
    }

    @Test
    func `a push from an outdated revision removes no records of a model that is new to it`() async throws {
        let bench = try await DataBench()
        let former = try await bench.administration.api(bench.id)
        try await bench.administration.push(DataBench.todos + "\n" + Self.notes, to: bench.id)
        try await writingNote(bench)()
        await #expect(throws: ServiceFault.schemaIsChanging) {
            try await bench.administration.take(
                DataBench.todos + "\n\n" + Self.notes, replacing: former, allowingLoss: false)
        }
        let stored = try await bench.records.read { [id = bench.id] store in
            try store.record(Self.note.key, of: "Note", in: id)
        }
        #expect(stored?.fields["text"] == .string("x"))
    }

    @Test
    func `an index is complete after a push during which other processes wrote and changed the API`() async throws {
        let bench = try await DataBench()
        try await bench.administration.push(Self.notes, to: bench.id, allowingLoss: true)
        let indexed = Self.notes.replacing(
            "text: String", with: #"text: String @index(name: "byText", queryField: "notesByText")"#)
        let (id, apis, writeNote) = (bench.id, bench.gatehouse.installation.dataAPIs, try await writingNote(bench))
        try await bench.administration.push(indexed, to: id) {
            try await writeNote()
            try await apis.write { writing in
                guard var api = try writing.api(id) else { return }
                api.name = "renamed"
                try writing.put(api, expecting: api.revision)
            }
        }
        let found = try await bench.execute(#"{ notesByText(text: "x") { items { id } } }"#, as: bench.withKey)
        #expect(found["data"] == ["notesByText": ["items": [["id": "1"]]]])
        #expect(try await bench.administration.api(id).stored.name == "renamed")
    }

    @Test
    func `a change begins before the API is read, and one of an unknown API does not stay begun`() async throws {
        let bench = try await DataBench()
        for _ in 1...2 {
            await #expect(throws: ServiceFault(.notFound, "GraphQL API none not found.")) {
                try await bench.administration.push(DataBench.todos, to: "none")
            }
        }
        try bench.administration.creations.begin(bench.id)
        await #expect(throws: ServiceFault.schemaIsChanging) {
            try await bench.administration.update(bench.id) { _ in Issue.record("The API was read before.") }
        }
    }

    @Test
    func `of two changes at once, one is refused`() async throws {
        let bench = try await DataBench()
        let former = try await bench.administration.api(bench.id)
        try await bench.administration.push(DataBench.todos + "\n" + Self.notes, to: bench.id)
        await #expect(throws: ServiceFault.schemaIsChanging) {
            try await bench.administration.take(DataBench.todos + " ", replacing: former, allowingLoss: false)
        }
        try bench.administration.creations.begin(bench.id)
        for (method, path, input) in [
            ("POST", "/v1/apis/\(bench.id)/schemacreation", ["definition": "eA=="]),
            ("DELETE", "/v1/apis/\(bench.id)", nil),
        ] as [(String, String, WireValue?)] {
            #expect(await bench.call(method, path, input).controlRefusal == "409 ConcurrentModificationException")
        }
        #expect(await bench.call("GET", "/v1/apis/\(bench.id)/schemacreation").json["status"] == "PROCESSING")
        bench.administration.creations.end(bench.id)
        #expect(try await bench.administration.api(bench.id).stored.schema.contains("Note"))
    }

    @Test
    func `an API that another process has stored is served after a second`() async throws {
        let bench = try await DataBench()
        _ = try await bench.apis.api(nil)
        let other = StoredDataAPIs(bench.gatehouse.installation.dataAPIs, makeService: bench.service)
        var api = try #require(try await other.api(bench.id)).stored
        api.name = "elsewhere"
        try await other.put(api, compiled: try DataAPI(compiling: api.schema, settings: api.settings))
        bench.gatehouse.clock.advance(by: 2)
        #expect(try await bench.apis.api(bench.id)?.stored.name == "elsewhere")
        try await bench.gatehouse.installation.dataAPIs.write { [id = bench.id] in
            try $0.removeAPI(id, at: Date(timeIntervalSince1970: 0))
        }
        bench.gatehouse.clock.advance(by: 2)
        #expect(try await bench.apis.api(bench.id) == nil)
    }

    @Test
    func `an API that is deleted during a change stays deleted`() async throws {
        let bench = try await DataBench()
        let former = try await bench.administration.api(bench.id)
        let other = await bench.newAPI()
        try await bench.administration.delete(bench.id)
        await #expect(throws: ServiceFault.schemaIsChanging) {
            try await bench.administration.take(DataBench.todos + " ", replacing: former, allowingLoss: false)
        }
        let changed = try await bench.administration.api(other)
        try await bench.gatehouse.installation.dataAPIs.write {
            try $0.removeAPI(other, at: Date(timeIntervalSince1970: 0))
        }
        await #expect(throws: ServiceFault.schemaIsChanging) {
            try await bench.administration.update(other) { $0.name = changed.stored.name + "2" }
        }
        #expect(try await bench.apis.all().isEmpty)
    }

    @Test
    func `an API whose removal runs is not served, and is served again if the removal fails`() async throws {
        let bench = try await DataBench()
        await #expect(throws: CancellationError.self) {
            try await bench.apis.withdraw(bench.id) {
                bench.gatehouse.clock.advance(by: 2)
                #expect(try await bench.apis.api(bench.id) == nil)
                try await bench.apis.reload()
                #expect(try await bench.apis.api(nil) == nil)
                throw CancellationError()
            }
        }
        #expect(try await bench.apis.api(nil)?.stored.id == bench.id)
    }

    @Test
    func `the subscriptions to an API end when it is deleted, and its tally with them`() async throws {
        let bench = try await DataBench()
        let service = try #require(try await bench.administration.api(bench.id).service)
        let subscription = try await service.subscribe(
            DataRequest(query: "subscription { onCreateTodo(owner: \"a\") { id } }"),
            by: .userPools(["sub": .string("a"), "username": .string("a")]))
        #expect(bench.events.tallies.mapValues(\.subscribers) == [bench.id: 1])
        try await bench.administration.delete(bench.id)
        #expect(bench.events.tallies.isEmpty)
        await #expect(throws: SubscriptionEnd.apiChanged) {
            var events = subscription.makeAsyncIterator()
            _ = try await events.next()
        }
    }
}
