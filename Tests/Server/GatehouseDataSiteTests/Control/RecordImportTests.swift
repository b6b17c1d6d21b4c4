// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Records that leave an API as lines of JSON and come back.
@Suite(.hangLimit)
struct RecordImportTests {
    private static let versioned = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"

    @Test
    func `records that were exported are imported with their versions`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        try await bench.create("Write", as: alice)
        try await bench.create("Read", as: alice)
        let lines = try await bench.exported(bench.id)
        #expect(lines.count == 2)
        #expect(try await bench.importing(lines) == ImportCounts())
        let copy = await bench.newAPI()
        try await bench.administration.update(copy) { api in
            api.settings.defaultMode = .userPools
            api.userPools = [.init(id: bench.fixture.poolID)]
        }
        try await bench.administration.push(DataBench.todos, to: copy)
        #expect(try await bench.importing(lines, into: copy).imported == 2)
        let todos = try await bench.execute(DataBench.list, as: alice, path: "/apis/\(copy)/graphql")
        #expect(todos["data"]?["listTodos"]?["items"]?.arrayValue?.count == 2)
    }

    @Test
    func `a record that changed since the export ends the import with the number of imported records`() async throws {
        let bench = try await DataBench()
        #expect(try await bench.importing([Self.todo(fields: #""id":"7","content":"new""#)]).imported == 1)
        // The lines before the refused one are in two transactions, of which the first is stored.
        var lines = (100..<310).map { Self.todo(fields: #""id":"\#($0)""#) }
        lines.append(Self.todo(fields: #""id":"7","content":"old""#))
        let refusal = """
            Line 211 is refused: another record with the key is stored.
            200 records are imported. With --existing keep, stored records stay; with --existing replace, the file \
            replaces them.
            """
        await #expect(throws: ServiceFault(.badRequest, refusal)) { try await bench.importing(lines) }
        #expect(try await bench.content("7") == "new")
        #expect(try await bench.importing(lines, existing: .keep) == ImportCounts(imported: 10, kept: 1))
        #expect(try await bench.content("7") == "new")
        #expect(try await bench.importing(lines, existing: .replace) == ImportCounts(replaced: 1))
        #expect(try await bench.content("7") == "old")
        for existing in ExistingRecords.allCases {
            #expect(try await bench.importing(lines, existing: existing) == ImportCounts())
        }
    }

    @Test
    func `an import that meets a full disk says how many records are stored, and can be repeated`() async throws {
        let bench = try await DataBench()
        let lines = (100..<310).map { Self.todo(fields: #""id":"\#($0)""#) }
        bench.records.fill(afterWrites: 1)
        let fault = await #expect(throws: ServiceFault.self) { try await bench.importing(lines) }
        #expect(fault?.cause as? StorageError == .full)
        #expect(
            fault?.message.hasSuffix("\n200 records are imported. Repeat the import when the cause is gone.") == true)
        bench.records.makeSpace()
        #expect(try await bench.importing(lines) == ImportCounts(imported: 10))
    }

    @Test(arguments: ["OPTIMISTIC_CONCURRENCY", "AUTOMERGE"])
    func `clients that sync see a record that an import has replaced, and one that it has deleted`(
        handler: String
    ) async throws {
        let bench = try await DataBench(isDefault: false)
        let id = await bench.newAPI(tags: ["gatehouse:conflict-handler": handler])
        try await bench.administration.push(Self.versioned, to: id)
        let key = try await bench.administration.createKey(of: id)
        let caller = [("x-api-key", key.key)]
        func ask(_ query: String) async throws -> WireValue {
            try await bench.execute(query, as: caller, path: "/apis/\(id)/graphql")
        }
        for name in ["a", "b"] {
            _ = try await ask(#"mutation { createNote(input: { id: "\#(name)", text: "1" }) { id } }"#)
        }
        _ = try await ask(#"mutation { deleteNote(input: { id: "b", _version: 1 }) { id } }"#)
        let lines = try await bench.exported(id)
        _ = try await ask(#"mutation { updateNote(input: { id: "a", text: "2", _version: 1 }) { id } }"#)
        _ = try await ask(#"mutation { updateNote(input: { id: "b", text: "2", _version: 2 }) { id } }"#)
        bench.gatehouse.clock.advance(by: 60)
        let since = bench.gatehouse.clock.now.timeIntervalSince1970
        bench.gatehouse.clock.advance(by: 60)
        #expect(
            try await bench.importing(lines, into: id, existing: .replace) == ImportCounts(replaced: 2))
        let synced = try await ask(
            "{ syncNotes(lastSync: \(Int(since) * 1_000)) { items { id text _version _deleted } } }")
        let items = synced["data"]?["syncNotes"]?["items"]?.arrayValue ?? []
        #expect(items.map { $0["id"]?.stringValue } == ["a", "b"])
        #expect(items.first?["text"] == "1" && items.first?["_version"] == 3)
        #expect(items.last?["_deleted"] == true && items.last?["_version"] == 4)
        #expect(try await bench.importing(lines, into: id, existing: .replace) == ImportCounts())
    }

    @Test
    func `clients that sync see the new records of an import, also after the clock was set back`() async throws {
        let bench = try await DataBench(isDefault: false)
        func newAPI() async throws -> (id: String, caller: [(String, String)]) {
            let id = await bench.newAPI(tags: ["gatehouse:conflict-handler": "AUTOMERGE"])
            try await bench.administration.push(Self.versioned, to: id)
            let key = try await bench.administration.createKey(of: id)
            return (id, [("x-api-key", key.key)])
        }
        let (source, copy) = (try await newAPI(), try await newAPI())
        func ask(_ query: String, of api: (id: String, caller: [(String, String)])) async throws -> WireValue? {
            try await bench.execute(query, as: api.caller, path: "/apis/\(api.id)/graphql")["data"]
        }
        for id in ["a", "b"] {
            _ = try await ask(#"mutation { createNote(input: { id: "\#(id)" }) { id } }"#, of: source)
        }
        _ = try await ask(#"mutation { deleteNote(input: { id: "b", _version: 1 }) { id } }"#, of: source)
        let lines = try await bench.exported(source.id)
        bench.gatehouse.clock.advance(by: 60)
        let empty = try await ask("{ syncNotes { items { id } startedAt } }", of: copy)
        let since = try #require(empty?["syncNotes"]?["startedAt"]?.integerValue)
        bench.gatehouse.clock.advance(by: -30)
        #expect(try await bench.importing(lines, into: copy.id).imported == 2)
        bench.gatehouse.clock.advance(by: 40)
        let synced = try await ask(
            "{ syncNotes(lastSync: \(since)) { items { id _version _deleted } } }", of: copy)
        let items = synced?["syncNotes"]?["items"]?.arrayValue ?? []
        #expect(items.map { $0["id"]?.stringValue } == ["a", "b"])
        #expect(items.map { $0["_version"]?.integerValue } == [1, 2])
        #expect(items.last?["_deleted"] == true)
        #expect(try await bench.importing(lines, into: copy.id) == ImportCounts())
    }

    @Test
    func `an import and an export of an API without a schema, or of no API, are refused`() async throws {
        let bench = try await DataBench()
        let empty = await bench.newAPI()
        await #expect(throws: ServiceFault(.graphQLSchema, "No schema definition exists.")) {
            try await bench.importing([], into: empty)
        }
        await #expect(throws: ServiceFault(.graphQLSchema, "No schema definition exists.")) {
            try await bench.exported(empty)
        }
        await #expect(throws: ServiceFault(.notFound, "GraphQL API x not found.")) { try await bench.exported("x") }
    }

    @Test
    func `an input that cannot be read ends the import with its own error`() async throws {
        let bench = try await DataBench()
        let failure = ServiceFault(.badRequest, "The file is gone.")
        await #expect(throws: failure) {
            try await bench.administration.importRecords(into: bench.id) { () throws(ServiceFault) in throw failure }
        }
    }

    @Test(
        arguments: [
            ("x", "it is not a record as JSON"), ("{}", "model must be a text"),
            (#"{"model":"Todo","changedAt":0,"fields":{}}"#, "version must be a number"),
            (#"{"model":"Todo","version":0,"fields":{}}"#, "changedAt must be a number"),
            (#"{"model":"Todo","version":0,"changedAt":0}"#, "fields must be an object"),
            (#"{"model":"Todo","version":0,"changedAt":0,"fields":{},"delete":true}"#, "the member delete is unknown"),
            (#"{"model":"Tag","version":0,"changedAt":0,"fields":{}}"#, "the schema has no model Tag"),
            (#"{"model":"Todo","version":0,"changedAt":0,"fields":{"id":"1"}}"#, "the field createdAt has no value"),
            (todo(fields: #""id":"1","content":5"#), "the model has no field content with such a value"),
            (todo(fields: #""id":"1","color":"red""#), "the model has no field color with such a value"),
            (todo("1073741825"), "version must be from 0 to 1073741824"),
            (todo("-1"), "version must be from 0 to 1073741824"),
            (todo(changedAt: "253402300800000"), "changedAt must be from 0 to 253402300799999"),
        ])
    func `an invalid line of an import is refused with its number`(line: String, reason: String) async throws {
        let bench = try await DataBench()
        await #expect(throws: ServiceFault(.badRequest, "Line 2 is refused: \(reason).\n0 records are imported.")) {
            try await bench.importing(["", line])
        }
        #expect(try await bench.importing([Self.todo()]).imported == 1)
    }

    /// The line of a record.
    private static func todo(
        _ version: String = "0", changedAt: String = "0", fields: String = #""id":"1""#
    ) -> String {
        let time = #""2026-01-01T00:00:00.000Z""#
        return """
            {"model":"Todo","version":\(version),"changedAt":\(changedAt),\
            "fields":{\(fields),"createdAt":\(time),"updatedAt":\(time)}}
            """
    }
}

extension DataBench {
    /// Imports lines.
    @discardableResult
    fileprivate func importing(
        _ lines: [String], into api: String? = nil, existing: ExistingRecords = .refuse
    ) async throws -> ImportCounts {
        var rest = lines.map { Array($0.utf8)[...] }[...]
        return try await administration.importRecords(into: api ?? id, existing: existing) {
            () throws(ServiceFault) in rest.popFirst()
        }
    }

    /// The lines of an export.
    @discardableResult
    fileprivate func exported(_ api: String) async throws -> [String] {
        var lines: [String] = []
        try await administration.export(api) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }

    /// The content of a stored to-do.
    fileprivate func content(_ id: String) async throws -> String? {
        let key = RecordID([.string(id)])
        let stored = try await records.read { [api = self.id] in try $0.record(key, of: "Todo", in: api) }
        return stored?.fields["content"]?.text
    }
}
