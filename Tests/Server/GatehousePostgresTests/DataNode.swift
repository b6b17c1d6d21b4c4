// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseServerCrypto
import GatehouseStorage
import Testing

/// A process that serves a data API with notes on a database.
struct DataNode {
    /// The error of a request that is not answered as a test expects.
    struct Refused: Error {
        let answer: DataAnswer
    }

    private static let schema = "type Note @model @auth(rules: [{ allow: private }]) { text: String }"

    private let service: DataService
    private let caller = Caller.userPools(["iss": .string("pool"), "sub": .string("a1")])

    /// Makes a node; without a strategy for `conflicts`, records have no versions.
    init(
        _ name: String, on database: some SQLDatabase, conflicts: ConflictStrategy? = .optimisticConcurrency,
        events: DataEvents? = nil
    ) throws {
        service = DataService(
            id: "one", revision: nil,
            api: try DataAPI(compiling: Self.schema, settings: DataSettings(conflicts: conflicts)),
            store: SQLRecordStore(database), events: events ?? DataEvents(node: name),
            sealer: Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), entropy: .system),
            clock: .system, forwardClock: ForwardClock(.system), entropy: .system)
    }

    private func field(_ name: String, of document: String) async throws -> GraphQLValue {
        let answer = await service.answer(DataRequest(query: document), by: caller)
        guard case .response(let response) = answer, response["errors"] == nil else { throw Refused(answer: answer) }
        return try #require(response["data"]?[name])
    }

    /// Makes a note, and returns its id; without a given one, the node draws it.
    @discardableResult
    func create(_ text: String, id: String? = nil) async throws -> String {
        let input = (id.map { "id: \"\($0)\", " } ?? "") + "text: \"\(text)\""
        let made = try await field("createNote", of: "mutation { createNote(input: { \(input) }) { id } }")
        return try #require(made["id"]?.text)
    }

    /// Changes the text of a note; `version` is the stored one, `nil` without versions.
    func update(_ id: String, to text: String, version: Int?) async throws {
        let input = "id: \"\(id)\", text: \"\(text)\"" + Self.member(version)
        _ = try await field("updateNote", of: "mutation { updateNote(input: { \(input) }) { id } }")
    }

    /// Deletes a note.
    func delete(_ id: String, version: Int?) async throws {
        let input = "id: \"\(id)\"" + Self.member(version)
        _ = try await field("deleteNote", of: "mutation { deleteNote(input: { \(input) }) { id } }")
    }

    private static func member(_ version: Int?) -> String { version.map { ", _version: \($0)" } ?? "" }

    /// The texts of all notes, in the order of letters.
    func texts() async throws -> [String] {
        let list = try await field("listNotes", of: "{ listNotes { items { text } } }")
        return (list["items"]?.elements ?? []).compactMap { $0["text"]?.text }.sorted()
    }

    /// The texts of the changes since a time, and the time for the next sync.
    func sync(since time: Int? = nil) async throws -> (texts: Set<String>, time: Int) {
        let arguments = time.map { "(lastSync: \($0))" } ?? ""
        let page = try await field("syncNotes", of: "{ syncNotes\(arguments) { items { text } startedAt } }")
        guard case .int(let start)? = page["startedAt"] else { throw Refused(answer: .response(["page": page])) }
        return (Set((page["items"]?.elements ?? []).compactMap { $0["text"]?.text }), start)
    }

    /// A subscription to changes of notes by the name of its field.
    func subscribe(to field: String) async throws -> DataSubscription {
        try await service.subscribe(DataRequest(query: "subscription { \(field) { text } }"), by: caller)
    }
}
