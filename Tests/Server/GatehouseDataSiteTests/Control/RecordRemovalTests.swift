// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseServer
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// What changes of APIs remove, also if the process ends between the change and the removal.
@Suite(.hangLimit)
struct RecordRemovalTests {
    private static let notes = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"
    private static let short = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! }"
    private static let other = "type Tag @model @auth(rules: [{ allow: public }]) { id: ID! }"

    /// The end of a process.
    private struct Killed: Error {}

    /// An API with 450 notes, which are more than two transactions take.
    private func benchWithNotes() async throws -> (DataBench, id: String) {
        let bench = try await DataBench(isDefault: false)
        let id = await bench.newAPI()
        try await bench.administration.push(Self.notes, to: id)
        try await put(bench, id, (0..<450).map { ["id": .string("\($0)"), "text": .string("x")] })
        return (bench, id)
    }

    private func put(_ bench: DataBench, _ id: String, _ notes: [GraphQLObject]) async throws {
        let model = try #require(try await bench.administration.api(id).service?.api.model("Note"))
        try await bench.records.write { store in
            for fields in notes {
                let key = try #require(RecordID(fields, model.key))
                try store.put(
                    Record(model: "Note", key: key, fields: fields), expecting: nil,
                    indexes: RecordIndexValues(fields, model), in: id)
            }
        }
    }

    /// The numbers of stored records, of values of `text`, and of listed removals.
    private func stored(_ bench: DataBench, _ id: String) async throws -> [Int] {
        let query = RecordQuery(scope: .everything, includesDeleted: true, limit: 1_000, readLimit: 1_000)
        let records = try await bench.records.read { try $0.page(query, of: "Note", in: id).records }
        let listed = try await bench.records.read { try $0.cleanups(of: id) }
        return [records.count, records.count { $0.fields["text"] != nil }, listed.count]
    }

    /// Takes a schema into use in a process that ends before it has removed anything.
    private func pushAndDie(_ bench: DataBench, _ id: String, _ schema: String) async throws {
        await #expect(throws: ServiceFault.self) {
            try await bench.administration.push(schema, to: id, allowingLoss: true) { throw Killed() }
        }
    }

    @Test(arguments: [(short, [450, 0, 0]), (other, [0, 0, 0])])
    func `a push removes what it drops, and so does the next round after a process that has ended`(
        schema: String, counts: [Int]
    ) async throws {
        let (bench, id) = try await benchWithNotes()
        try await pushAndDie(bench, id, schema)
        #expect(try await bench.administration.api(id).stored.schema == schema)
        #expect(try await stored(bench, id) == [450, 450, 1])
        try await bench.administration.removeListed(beforeLast: 10)
        #expect(try await stored(bench, id) == [450, 450, 1], "a change may still be at it")
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == counts)
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == counts)

        let (second, secondID) = try await benchWithNotes()
        let pushed = try await second.administration.push(schema, to: secondID, allowingLoss: true)
        #expect(pushed.remainder == nil)
        #expect(try await stored(second, secondID) == counts)
    }

    @Test
    func `an interrupted removal is completed by the next round`() async throws {
        let (bench, id) = try await benchWithNotes()
        try await pushAndDie(bench, id, Self.short)
        bench.records.fill(afterWrites: 2)
        await #expect(throws: StorageError.full) { try await bench.administration.removeListed(beforeLast: 0) }
        // Steps that take no time double: 50 records, then 100.
        #expect(try await stored(bench, id) == [450, 300, 1])
        bench.records.makeSpace()
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == [450, 0, 0])
    }

    @Test
    func `a push on a disk that fills is in use, and says that values are still stored`() async throws {
        let (bench, id) = try await benchWithNotes()
        bench.records.fill(afterWrites: 1)
        let pushed = try await bench.administration.push(Self.short, to: id, allowingLoss: true)
        #expect(pushed.remainder?.code == .serviceUnavailable)
        #expect(try await stored(bench, id) == [450, 400, 1])
    }

    @Test
    func `a field that comes back has no values of before, and keeps those that are written then`() async throws {
        let (bench, id) = try await benchWithNotes()
        try await pushAndDie(bench, id, Self.short)
        try await bench.administration.push(Self.notes, to: id)
        #expect(try await stored(bench, id) == [450, 0, 0])
        try await put(bench, id, [["id": .string("new"), "text": .string("y")]])
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == [451, 1, 0])
    }

    @Test
    func `values that a field of another type accepts stay if they are written before the removal`() async throws {
        let (bench, id) = try await benchWithNotes()
        let numbers = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: Int }"
        try await pushAndDie(bench, id, numbers)
        try await put(bench, id, [["id": .string("new"), "text": .int(5)]])
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == [451, 1, 0])
    }

    @Test
    func `a changed key removes the records of the former key alone`() async throws {
        let (bench, id) = try await benchWithNotes()
        let keyed = "type Note @model @auth(rules: [{ allow: public }]) { id: ID text: String! @primaryKey }"
        try await pushAndDie(bench, id, keyed)
        try await put(bench, id, [["text": .string("key")]])
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == [1, 1, 0])
    }

    @Test
    func `a removal under a schema that is not in force any more removes nothing`() async throws {
        let (bench, id) = try await benchWithNotes()
        try await pushAndDie(bench, id, Self.short)
        let served = try await bench.administration.api(id)
        let cleanup = try #require(try await bench.records.read { try $0.cleanups(of: id) }.first)
        let late = RecordRemoval(
            cleanup, under: served.service?.api, revision: served.stored.revision, in: bench.records)
        try await bench.administration.update(id) { $0.name = "renamed" }
        // The update has removed the values before, as each change of an API does.
        #expect(try await stored(bench, id) == [450, 0, 0])
        try await pushAndDie(bench, id, Self.other)
        try await bench.gatehouse.installation.dataAPIs.write { try $0.list(cleanup) }
        await #expect(throws: OutdatedRevision.self) { try await late.run() }
        #expect(try await stored(bench, id)[0] == 450)
    }

    @Test
    func `the records of a deleted API are removed, also after a process that has ended`() async throws {
        let (bench, id) = try await benchWithNotes()
        await #expect(throws: ServiceFault.self) {
            try await bench.administration.delete(id) { throw Killed() }
        }
        #expect(try await bench.apis.api(id) == nil)
        #expect(try await stored(bench, id) == [450, 450, 1])
        try await bench.administration.removeListed(beforeLast: 0)
        #expect(try await stored(bench, id) == [0, 0, 0])

        let (second, secondID) = try await benchWithNotes()
        second.records.fill(afterWrites: 1)
        #expect(try await second.administration.delete(secondID)?.code == .serviceUnavailable)
        #expect(try await stored(second, secondID) == [400, 400, 1])
        second.records.makeSpace()
        try await second.administration.removeListed(beforeLast: 0)
        #expect(try await stored(second, secondID) == [0, 0, 0])
    }

    @Test
    func `a push over a schema that does not compile keeps the records`() async throws {
        let (bench, id) = try await benchWithNotes()
        try await bench.gatehouse.installation.dataAPIs.write { writing in
            guard var api = try writing.api(id) else { return }
            api.schema = "type"
            try writing.put(api, expecting: api.revision)
        }
        try await bench.apis.reload()
        try await bench.administration.push(Self.notes, to: id)
        #expect(try await stored(bench, id) == [450, 450, 0])
    }
}
