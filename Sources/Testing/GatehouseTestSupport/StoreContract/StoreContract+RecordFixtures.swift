// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage

/// Records of one model in a database that this program's migrations have prepared.
struct RecordShelf {
    let store: SQLRecordStore
    let model: Model
    let api: String

    init(in database: any SQLDatabase, _ model: Model = RecordShelf.note(), api: String = "a") async throws {
        try await Migrator(Migrations.all).migrate(database)
        store = SQLRecordStore(database)
        self.model = model
        self.api = api
    }

    /// A model of notes: owners and groups in two fields, an index by author and number, and one by author alone.
    static func note(key: RecordKey = RecordKey(), indexes: [RecordIndex] = standardIndexes) -> Model {
        var access = AccessMatrix("Note", fields: ["id", "owner", "editors", "author", "number", "text"])
        access.grant(.all, to: AccessRole(.userPools, .owner(field: "owner", isList: false, claims: ["sub"])))
        access.grant(.all, to: AccessRole(.userPools, .groupField(field: "editors", isList: true, claim: "groups")))
        return Model(
            name: "Note", title: "Note", plural: "Notes", fields: [], key: key, indexes: indexes,
            operations: ModelOperations(), createdAt: nil, updatedAt: nil, isVersioned: true, isJoin: false,
            access: access)
    }

    static let standardIndexes = [
        RecordIndex(name: "byAuthor", partition: "author", sort: ["number"]),
        RecordIndex(name: "ofAuthor", partition: "author", sort: []),
        RecordIndex(name: "byText", partition: "author", sort: ["text", "number"]),
    ]

    /// A record with some fields, whose key is in them.
    func record(_ fields: GraphQLObject, version: Int = 1, at time: Int = 1, isDeleted: Bool = false) -> Record {
        Record(
            model: model.name, key: RecordID(model.key.fields.map { fields[$0] ?? .null }), fields: fields,
            version: version, changedAt: time, isDeleted: isDeleted)
    }

    /// A note, its members in the order of their names as JSON has them.
    func note(
        _ id: String, author: String = "ada", number: Int? = nil, text: String? = nil, owner: String? = nil,
        editors: [String] = [], version: Int = 1, at time: Int = 1, isDeleted: Bool = false
    ) -> Record {
        var fields: GraphQLObject = ["author": .string(author)]
        if !editors.isEmpty { fields["editors"] = .list(editors.map { .string($0) }) }
        fields["id"] = .string(id)
        if let number { fields["number"] = .int(number) }
        if let owner { fields["owner"] = .string(owner) }
        if let text { fields["text"] = .string(text) }
        return record(fields, version: version, at: time, isDeleted: isDeleted)
    }

    /// Notes with these numbers; an id is the number and `offset`.
    func notes(_ numbers: Range<Int>, offset: Int = 0, isDeleted: (Int) -> Bool = { _ in false }) -> [Record] {
        numbers.map { number in note("\(offset + number)", number: number, isDeleted: isDeleted(number)) }
    }

    /// Stores records in one transaction.
    func put(_ records: [Record], expecting version: Int? = nil) async throws {
        try await store.write { [model, api] writer in
            for record in records {
                let values = RecordIndexValues(record.fields, model)
                try writer.put(record, expecting: version, indexes: values, in: api)
            }
        }
    }

    /// Removes records in one transaction.
    func remove(_ records: Record...) async throws { try await remove(records) }

    /// Removes records in one transaction.
    func remove(_ records: [Record]) async throws {
        try await store.write { [api] writer in
            for record in records {
                try writer.remove(record.key, of: record.model, expecting: record.version, in: api)
            }
        }
    }

    func record(_ key: GraphQLValue...) async throws -> Record? {
        try await store.read { [api, model] reader in try reader.record(RecordID(key), of: model.name, in: api) }
    }

    func page(_ query: RecordQuery) async throws -> RecordPage {
        try await store.read { [api, model] reader in try reader.page(query, of: model.name, in: api) }
    }

    /// All records of a query, page by page; `between` runs after each page.
    func all(
        _ query: RecordQuery, between: (RecordPage) async throws -> Void = { _ in }
    ) async throws -> [Record] {
        var query = query
        var records: [Record] = []
        repeat {
            let page = try await page(query)
            records += page.records
            query.after = page.next
            try await between(page)
        } while query.after != nil
        return records
    }

    /// The ids of all records of a query.
    func ids(_ query: RecordQuery) async throws -> [String] {
        try await all(query).map(\.id)
    }
}

extension Record {
    /// The text of the first field of the key.
    var id: String { key.values.first?.text ?? "" }
}

extension RecordQuery {
    /// All records, in the order of the primary key.
    static let everything = RecordQuery(scope: .everything)

    /// The records of an author in an index.
    static func by(
        _ author: String = "ada", _ index: String = "byAuthor", _ sort: Comparison? = nil,
        scope: RecordScope = .everything, limit: Int = 100
    ) -> RecordQuery {
        RecordQuery(
            index: index, key: KeyCondition(partition: .string(author), sort: sort), scope: scope, limit: limit)
    }
}
